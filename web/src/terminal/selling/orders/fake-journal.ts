import type { Journal } from './journal.ts'
import type { Order } from './order.ts'

/** For tests: a disk that outlives the page, with a record of every write. */
export class FakeJournal implements Journal {
  readonly disk = new Map<string, Order>()
  readonly writings: string[] = []
  isFull = false
  /** Whether reads and writes wait until they are let through. */
  isHeld = false
  readonly #held: (() => void)[] = []

  async all(): Promise<Order[]> {
    if (this.isHeld) await this.#turn()
    return structuredClone([...this.disk.values()])
  }

  async change(key: string, change: (kept: Order | null) => Order | null): Promise<Order | null> {
    if (this.isHeld) await this.#turn()
    if (this.isFull) throw new DOMException('full', 'QuotaExceededError')
    const kept = this.disk.get(key) ?? null
    const next = change(kept)
    if (next === null) this.disk.delete(key)
    else if (next !== kept) {
      this.writings.push(JSON.stringify(next))
      this.disk.set(key, structuredClone(next))
      return next
    }
    return next
  }

  letThrough(): void {
    for (const go of this.#held.splice(0)) go()
  }

  #turn(): Promise<void> {
    return new Promise((resolve) => this.#held.push(resolve))
  }
}
