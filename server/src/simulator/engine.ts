import { randomBytes } from 'node:crypto'
import type { Clock } from '../adapters/clock/clock.ts'
import { type Centavos, share } from '../amounts/centavos.ts'
import { SimulatedAccount } from './account.ts'
import type { SimulatedProduct } from './catalog/product.ts'
import { WireError } from './errors.ts'
import type { Journal, JournalEntry } from './journal.ts'
import { type Script, scriptFor } from './statuses.ts'
import type { Transaction } from './transaction.ts'

export interface EngineOptions {
  readonly journal: Journal
  readonly products: readonly SimulatedProduct[]
  readonly clock: Clock
  /** Delays of the suffix table are divided by it: 1 is the provider's own pace. */
  readonly timeScale: number
  /** How long a hold can be confirmed. */
  readonly holdLifeMs: number
  /** What the account holds when its journal begins; later openings go on from the journal. */
  readonly openingBalanceCentavos: Centavos
  /**
   * The provider answers a confirm before it knows the outcome. With this, a transaction without a delay is
   * settled in the confirm itself, and one request less shows its end.
   */
  readonly isSettledInConfirm: boolean
  /** What becomes of a transaction that is being confirmed; by the suffix table when absent. */
  readonly script?: ((transaction: Transaction) => Script) | undefined
  /** Hears of each transaction that ended, or was reversed, once that is in the journal. */
  readonly onEnd?: ((transaction: Transaction) => void) | undefined
}

export interface Order {
  readonly externalId: string
  readonly product: SimulatedProduct
  readonly faceCentavos: Centavos
  readonly mobileNumber?: string | undefined
  readonly accountNumber?: string | undefined
  readonly purchaserId?: string | undefined
  readonly callbackUrl?: string | undefined
}

/**
 * The provider behind the wire: transactions, their states and the account's balance.
 *
 * Nothing waits in a timer. Every method first brings the state up to the clock, so a transaction is settled at
 * its due time as seen by whoever looks, and a restart in between changes nothing. What happens is written to
 * the journal before it is true in memory, and so before anybody is told.
 */
export class SimulatorEngine {
  readonly products: ReadonlyMap<number, SimulatedProduct>
  readonly #options: EngineOptions
  readonly #account = new SimulatedAccount()

  constructor(options: EngineOptions) {
    this.#options = options
    this.products = new Map(options.products.map((product) => [product.id, product]))
    for (const entry of options.journal.read()) this.#account.apply(entry)
    if (this.#account.seed !== '') return
    const at = options.clock.now().toISOString()
    const availableCentavos = Number(options.openingBalanceCentavos)
    this.#commit([{ kind: 'opened', at, seed: randomBytes(16).toString('hex'), availableCentavos }])
  }

  /** What PINs and authorizations are derived from. */
  get seed(): string {
    return this.#account.seed
  }

  /** Moves the wholesale price from available to holding. @throws WireError */
  create(order: Order): Transaction {
    const nowMs = this.#advance()
    if (this.#account.withExternalId(order.externalId)) throw new WireError('externalIdUsed')
    const heldCentavos = share(order.faceCentavos, order.product.wholesaleBps)
    if (heldCentavos > this.#account.available) throw new WireError('insufficientBalance')
    const id = this.#account.nextTransactionId
    this.#commit([
      {
        kind: 'created',
        at: new Date(nowMs).toISOString(),
        id,
        externalId: order.externalId,
        productId: order.product.id,
        mobileNumber: order.mobileNumber,
        accountNumber: order.accountNumber,
        purchaserId: order.purchaserId,
        callbackUrl: order.callbackUrl,
        faceCentavos: Number(order.faceCentavos),
        heldCentavos: Number(heldCentavos),
        expiresAt: new Date(nowMs + this.#options.holdLifeMs).toISOString(),
      },
    ])
    return this.#known(id)
  }

  /** Sends a held transaction on to its operator. @throws WireError */
  confirm(id: number): Transaction {
    const nowMs = this.#advance()
    const transaction = this.#known(id)
    if (transaction.status === 'CANCELLED') throw new WireError('alreadyCancelled')
    if (transaction.status !== 'CREATED') throw new WireError('alreadyConfirmed')
    if (nowMs >= transaction.expiresAtMs) throw new WireError('notConfirmable')
    const { script = scriptBySuffix, timeScale, isSettledInConfirm } = this.#options
    const { status, delayMs } = script(transaction)
    const at = new Date(nowMs).toISOString()
    const dueAt = delayMs === null ? null : new Date(nowMs + delayMs / timeScale).toISOString()
    const confirmed = { kind: 'confirmed', at, id, dueAt, status } as const
    const isSettled = isSettledInConfirm && delayMs === 0
    this.#commit(isSettled ? [confirmed, { kind: 'settled', at, id, status }] : [confirmed])
    return transaction
  }

  /** Gives a hold back, an expired one too. @throws WireError */
  cancel(id: number): Transaction {
    const nowMs = this.#advance()
    const transaction = this.#known(id)
    if (transaction.status === 'CANCELLED') throw new WireError('alreadyCancelled')
    if (transaction.status !== 'CREATED') throw new WireError('notCancellable')
    this.#commit([{ kind: 'canceled', at: new Date(nowMs).toISOString(), id }])
    return transaction
  }

  /** Takes a completed transaction back by hand, as the provider's staff may. @throws WireError */
  reverse(id: number): Transaction {
    const nowMs = this.#advance()
    const transaction = this.#known(id)
    if (transaction.status !== 'COMPLETED')
      throw new WireError('badRequest', 'only what is completed is reversed')
    this.#commit([{ kind: 'reversed', at: new Date(nowMs).toISOString(), id }])
    return transaction
  }

  deposit(amountCentavos: Centavos): void {
    const at = new Date(this.#advance()).toISOString()
    this.#commit([{ kind: 'deposited', at, amountCentavos: Number(amountCentavos) }])
  }

  find(id: number): Transaction | undefined {
    this.#advance()
    return this.#account.transaction(id)
  }

  findByExternalId(externalId: string): Transaction | undefined {
    this.#advance()
    return this.#account.withExternalId(externalId)
  }

  newestFirst(): Iterable<Transaction> {
    this.#advance()
    return this.#account.newestFirst()
  }

  /** `spent` is captured and not reversed; the three always add up to what was paid in. */
  balance() {
    this.#advance()
    const { available, holding, spent } = this.#account
    return { available, holding, spent }
  }

  /** What really happened, up to now. */
  readJournal(): JournalEntry[] {
    this.#advance()
    return this.#options.journal.read()
  }

  close(): void {
    this.#options.journal.close()
  }

  /** Settles what has become due. @returns the present, in epoch milliseconds. */
  #advance(): number {
    const nowMs = this.#options.clock.now().getTime()
    for (let due = this.#account.nextDue(nowMs); due; due = this.#account.nextDue(nowMs)) {
      const at = new Date(due.dueAtMs).toISOString()
      this.#commit([{ kind: 'settled', at, id: due.id, status: due.status }])
    }
    return nowMs
  }

  #commit(entries: readonly JournalEntry[]): void {
    this.#options.journal.append(entries)
    for (const entry of entries) this.#account.apply(entry)
    const { onEnd } = this.#options
    if (!onEnd) return
    for (const entry of entries) {
      if (entry.kind === 'settled' || entry.kind === 'reversed') onEnd(this.#known(entry.id))
    }
  }

  #known(id: number): Transaction {
    const transaction = this.#account.transaction(id)
    if (!transaction) throw new WireError('transactionNotFound')
    return transaction
  }
}

function scriptBySuffix(transaction: Transaction): Script {
  return scriptFor(transaction.mobileNumber ?? transaction.accountNumber)
}
