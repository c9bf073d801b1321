import { add, type Centavos, centavos, subtract, zero } from '../amounts/centavos.ts'
import { DueQueue } from './due-queue.ts'
import { type CreatedEntry, type JournalEntry, JournalFault } from './journal.ts'
import { type Status, statusClass } from './statuses.ts'
import { newTransaction, type Transaction } from './transaction.ts'

/** The provider's transaction ids count up from here. */
const firstTransactionId = 2_237_512_891

/**
 * The simulator's state: a fold of its journal, in memory. Each look-up is O(1); `engine.ts` decides what may
 * happen.
 */
export class SimulatedAccount {
  readonly #transactions: Transaction[] = []
  readonly #byExternalId = new Map<string, Transaction>()
  readonly #due = new DueQueue()
  /** How transactions that are confirmed and not settled will end. */
  readonly #scripted = new Map<number, Status>()
  available: Centavos = zero
  holding: Centavos = zero
  /** Captured and not reversed. */
  spent: Centavos = zero
  /** PINs and authorizations are derived from it, so that they are the same after a restart. */
  seed = ''

  get nextTransactionId(): number {
    return firstTransactionId + this.#transactions.length
  }

  transaction(id: number): Transaction | undefined {
    return this.#transactions[id - firstTransactionId]
  }

  withExternalId(externalId: string): Transaction | undefined {
    return this.#byExternalId.get(externalId)
  }

  /** Newest first and lazy, so that a caller can stop early. */
  *newestFirst(): Generator<Transaction> {
    for (let n = this.#transactions.length - 1; n >= 0; n--) {
      const transaction = this.#transactions[n]
      if (transaction) yield transaction
    }
  }

  /** A confirmed transaction that is due at `nowMs`, and how it ends; earliest first. */
  nextDue(
    nowMs: number,
  ): { readonly id: number; readonly dueAtMs: number; readonly status: Status } | undefined {
    for (let first = this.#due.first; first && first.dueAtMs <= nowMs; first = this.#due.first) {
      const status = this.#scripted.get(first.id)
      if (status) return { ...first, status }
      this.#due.removeFirst()
    }
    return undefined
  }

  apply(entry: JournalEntry): void {
    switch (entry.kind) {
      case 'opened':
        this.seed = entry.seed
        this.available = centavos(entry.availableCentavos)
        return
      case 'deposited':
        this.available = add(this.available, centavos(entry.amountCentavos))
        return
      case 'created':
        this.#create(entry)
        return
      case 'confirmed': {
        const transaction = this.#known(entry.id)
        transaction.status = 'CONFIRMED'
        transaction.confirmedAtMs = Date.parse(entry.at)
        this.#scripted.set(entry.id, entry.status)
        if (entry.dueAt !== null) this.#due.add(Date.parse(entry.dueAt), entry.id)
        return
      }
      case 'canceled':
        this.#end(this.#known(entry.id), 'CANCELLED')
        return
      case 'settled':
        this.#end(this.#known(entry.id), entry.status)
        return
      case 'reversed': {
        const transaction = this.#known(entry.id)
        transaction.status = 'REVERSED'
        this.spent = subtract(this.spent, transaction.heldCentavos)
        this.available = add(this.available, transaction.heldCentavos)
        return
      }
      case 'corrected': {
        const transaction = this.#known(entry.id)
        transaction.status = 'COMPLETED'
        this.available = subtract(this.available, transaction.heldCentavos)
        this.spent = add(this.spent, transaction.heldCentavos)
      }
    }
  }

  #create(entry: CreatedEntry): void {
    if (entry.id !== this.nextTransactionId) throw new JournalFault(`Transaction ${entry.id} is out of order`)
    const transaction = newTransaction(entry)
    this.#transactions.push(transaction)
    this.#byExternalId.set(transaction.externalId, transaction)
    this.available = subtract(this.available, transaction.heldCentavos)
    this.holding = add(this.holding, transaction.heldCentavos)
  }

  #end(transaction: Transaction, status: Status): void {
    transaction.status = status
    this.#scripted.delete(transaction.id)
    this.holding = subtract(this.holding, transaction.heldCentavos)
    if (statusClass(status) === 'COMPLETED') this.spent = add(this.spent, transaction.heldCentavos)
    else this.available = add(this.available, transaction.heldCentavos)
  }

  #known(id: number): Transaction {
    const transaction = this.transaction(id)
    if (!transaction) throw new JournalFault(`The journal mentions transaction ${id} before it was created`)
    return transaction
  }
}
