import { randomBytes } from 'node:crypto'
import type { Clock } from '../adapters/clock/clock.ts'
import { type Centavos, share } from '../amounts/centavos.ts'
import { SimulatedAccount } from './account.ts'
import type { SimulatedProduct } from './catalog/product.ts'
import { WireError } from './errors.ts'
import type { Journal, JournalEntry } from './journal.ts'
import { type Script, scriptFor, statusClass } from './statuses.ts'
import type { Transaction } from './transaction.ts'

export interface EngineOptions {
  readonly journal: Journal
  readonly products: readonly SimulatedProduct[]
  readonly clock: Clock
  /** Divides the delays of the suffix table: 1 is the provider's own speed. */
  readonly timeScale: number
  /** How long a hold can be confirmed. */
  readonly holdLifeMs: number
  /** The balance when the journal is new; later starts continue from the journal. */
  readonly openingBalanceCentavos: Centavos
  /**
   * The provider answers a confirm before it knows the outcome. With this option, a transaction without a
   * delay is settled within the confirm, which saves a request.
   */
  readonly isSettledInConfirm: boolean
  /** The outcome of a transaction being confirmed; default: by the suffix table. */
  readonly script?: ((transaction: Transaction) => Script) | undefined
  /** Called with each transaction that ended, was reversed or corrected, once that is in the journal. */
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
 * The simulated provider: transactions, their states and the account's balance.
 *
 * There are no timers. Every method first advances the state to the clock, so a transaction is settled at its
 * due time as seen by any caller, and a restart in between changes nothing. Events are written to the journal
 * before memory changes, and so before anybody sees them.
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

  /** PINs and authorizations are derived from it. */
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

  /** Submits a held transaction to its operator. @throws WireError */
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

  /** Cancels a hold, including an expired one. @throws WireError */
  cancel(id: number): Transaction {
    const nowMs = this.#advance()
    const transaction = this.#known(id)
    if (transaction.status === 'CANCELLED') throw new WireError('alreadyCancelled')
    if (transaction.status !== 'CREATED') throw new WireError('notCancellable')
    this.#commit([{ kind: 'canceled', at: new Date(nowMs).toISOString(), id }])
    return transaction
  }

  /** Reverses a completed transaction, as the provider's staff may. @throws WireError */
  reverse(id: number): Transaction {
    const nowMs = this.#advance()
    const transaction = this.#known(id)
    if (transaction.status !== 'COMPLETED')
      throw new WireError('badRequest', 'only completed transactions can be reversed')
    this.#commit([{ kind: 'reversed', at: new Date(nowMs).toISOString(), id }])
    return transaction
  }

  /**
   * Completes a declined transaction, as the provider's staff may once the operator says that it was delivered.
   *
   * @throws WireError
   */
  correct(id: number): Transaction {
    const nowMs = this.#advance()
    const transaction = this.#known(id)
    if (statusClass(transaction.status) !== 'DECLINED')
      throw new WireError('badRequest', 'only declined transactions can be completed afterwards')
    if (transaction.heldCentavos > this.#account.available) throw new WireError('insufficientBalance')
    this.#commit([{ kind: 'corrected', at: new Date(nowMs).toISOString(), id }])
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

  /** `spent` is captured and not reversed; the three always add up to the deposits. */
  balance() {
    this.#advance()
    const { available, holding, spent } = this.#account
    return { available, holding, spent }
  }

  /** The true state, up to now. */
  readJournal(): JournalEntry[] {
    this.#advance()
    return this.#options.journal.read()
  }

  close(): void {
    this.#options.journal.close()
  }

  /** Settles what is due. @returns the current time, in epoch milliseconds */
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
      if (entry.kind === 'settled' || entry.kind === 'reversed' || entry.kind === 'corrected')
        onEnd(this.#known(entry.id))
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
