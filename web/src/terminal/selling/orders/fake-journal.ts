import type { Journal } from './journal.ts'
import type { Order } from './order.ts'

/** For tests: a disk that outlives the page, with a record of every write. */
export class FakeJournal implements Journal {
  readonly disk = new Map<string, Order>()
  readonly writings: string[] = []
  isFull = false

  async all(): Promise<Order[]> {
    return structuredClone([...this.disk.values()])
  }

  async change(key: string, change: (kept: Order | null) => Order | null): Promise<Order | null> {
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
}
