import { isProblem, NoAnswer, ProblemError } from '@mostrador/client'
import type { OfflineSale } from '../../api/types.ts'
import type { OpenPayment } from '../cart/cart-journal.ts'
import { isOpen, type OfflineEntry } from './offline-sale.ts'
import type { OfflineStorage } from './offline-storage.ts'

/** For how long a sale that has found its end is still shown. */
const shownForMs = 24 * 60 * 60_000
const lockName = 'mostrador-offline'

interface Parts {
  readonly storage: OfflineStorage
  /** Hands a sale in. @throws ProblemError · NoAnswer */
  readonly handIn: (entry: OfflineEntry) => Promise<OfflineSale>
  /** Asks about a payment that was sent before. @throws ProblemError · NoAnswer */
  readonly finalize: (payment: OpenPayment) => Promise<{ order: { folio: string } }>
  readonly nowMs: () => number
  /** Runs the work while no other window of this device does. */
  readonly alone: (name: string, work: () => Promise<void>) => Promise<void>
}

/**
 * The sales that this device made without a network. Each is on the disk before it counts as sold, and is handed in
 * until the server has it; the server takes it once for its id, whatever is lost or doubled on the way.
 */
export class OfflineQueue {
  readonly #parts: Parts
  readonly #listeners = new Set<() => void>()
  #entries: readonly OfflineEntry[] = []
  #isSending = false
  readonly #loaded: Promise<void>

  constructor(parts: Parts) {
    this.#parts = parts
    this.#loaded = this.#load()
  }

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** All that is on this device, whoever sold it, oldest first. */
  readonly entries = () => this.#entries

  readonly isSending = () => this.#isSending

  /** Whether a sale has got as far as the disk. */
  async has(id: string): Promise<boolean> {
    await this.#loaded
    return this.#entries.some((entry) => entry.id === id)
  }

  /** Keeps a sale for good. @throws when the device cannot; then nothing was sold. */
  async add(entry: OfflineEntry): Promise<void> {
    await this.#loaded
    await this.#keep(entry)
  }

  /** Hands in what waits of an account, one after another, until nobody answers. */
  async send(accountId: string): Promise<void> {
    await this.#sendAll((entry) => entry.accountId === accountId && entry.state === 'WAITING')
  }

  /** Hands in one sale, also one that was refused, or that somebody else has left here. */
  async sendOne(id: string): Promise<void> {
    await this.#sendAll((entry) => entry.id === id && entry.state !== 'BOOKED' && entry.state !== 'DISCARDED')
  }

  /** Looks again at those that wait for a supervisor. */
  async lookAgain(accountId: string): Promise<void> {
    await this.#sendAll((entry) => entry.accountId === accountId && entry.state === 'HELD')
  }

  async #sendAll(isMeant: (entry: OfflineEntry) => boolean): Promise<void> {
    await this.#loaded
    if (this.#isSending || !this.#entries.some(isMeant)) return
    this.#set({ isSending: true })
    try {
      await this.#parts.alone(lockName, async () => {
        // Another window may have sent them meanwhile.
        await this.#load()
        for (const entry of this.#entries.filter(isMeant)) {
          if (!(await this.#sendEntry(entry))) return
        }
      })
    } finally {
      this.#set({ isSending: false })
    }
  }

  /** @returns whether it makes sense to go on with the next one */
  async #sendEntry(entry: OfflineEntry): Promise<boolean> {
    try {
      await this.#keep({ ...entry, ...(await this.#outcomeOf(entry)) })
      return true
    } catch (error) {
      if (error instanceof NoAnswer || !(error instanceof ProblemError)) return false
      // The session is over, or the server has too much to do: all that waits goes on waiting.
      if (error.status === 401 || error.status === 429 || error.status >= 500) return false
      await this.#keep({ ...entry, state: 'REFUSED', faultCode: error.code })
      return true
    }
  }

  async #outcomeOf(entry: OfflineEntry): Promise<Partial<OfflineEntry>> {
    const { payment } = entry
    if (payment !== null) {
      try {
        const { order } = await this.#parts.finalize(payment)
        return { state: 'BOOKED', folio: order.folio, faultCode: null, settledAtMs: this.#parts.nowMs() }
      } catch (error) {
        // A clear no: it was not sold so. What was paid is handed in as what it is.
        const isNo = error instanceof ProblemError && error.status < 500 && ![401, 429].includes(error.status)
        if (!isNo || isProblem(error, 'idempotency_key_in_use')) throw error
      }
    }
    const sale = await this.#parts.handIn(entry)
    const isSettled = sale.status !== 'HELD'
    return {
      payment: null,
      state: sale.status,
      reasons: sale.reasons,
      folio: sale.folio,
      faultCode: null,
      settledAtMs: isSettled ? this.#parts.nowMs() : null,
    }
  }

  async #load(): Promise<void> {
    try {
      const entries = await this.#parts.storage.all()
      const isOver = (entry: OfflineEntry) =>
        !isOpen(entry) && (entry.settledAtMs ?? 0) < this.#parts.nowMs() - shownForMs
      for (const { id } of entries.filter(isOver)) await this.#parts.storage.remove(id)
      this.#set({ entries: entries.filter((entry) => !isOver(entry)) })
    } catch {
      // Whoever cannot keep anything finds that out on the first sale.
    }
  }

  async #keep(entry: OfflineEntry): Promise<void> {
    await this.#parts.storage.put(entry)
    const others = this.#entries.filter(({ id }) => id !== entry.id)
    this.#set({ entries: [...others, entry] })
  }

  #set({ entries, isSending }: { entries?: readonly OfflineEntry[]; isSending?: boolean }): void {
    if (entries !== undefined)
      this.#entries = entries.toSorted((a, b) => (a.sale.soldAt < b.sale.soldAt ? -1 : 1))
    if (isSending !== undefined) this.#isSending = isSending
    for (const listener of this.#listeners) listener()
  }
}
