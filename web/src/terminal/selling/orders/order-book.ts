import { createStore } from 'zustand/vanilla'
import type { Journal } from './journal.ts'
import { mayFollow, type Order, type OrderState } from './order.ts'
import type { OrderClaims } from './order-claims.ts'

/**
 * All orders on this device by key, of all accounts: what screens show and what the journal stores. An order
 * moves through the states of `order.ts` and never back, even with several windows at work.
 */
export class OrderBook {
  readonly store = createStore<{ orders: ReadonlyMap<string, Order> }>(() => ({ orders: new Map() }))
  /** Resolves when the stored orders are loaded. */
  readonly loaded: Promise<void>
  /** An order that is dropped is released as well. */
  readonly claims: OrderClaims
  readonly #journal: Journal
  /** Incremented by every change made here, to ignore readings of the journal that are older. */
  #edition = 0

  constructor(journal: Journal, claims: OrderClaims) {
    this.#journal = journal
    this.claims = claims
    this.loaded = this.reload()
  }

  get(key: string): Order | undefined {
    return this.store.getState().orders.get(key)
  }

  /** The orders that `isMeant` accepts, oldest first. */
  select<T extends Order>(isMeant: (order: Order) => order is T): T[] {
    return [...this.store.getState().orders.values()].filter(isMeant)
  }

  /** As `select`, without those that a window works on. */
  async unclaimed<T extends Order>(isMeant: (order: Order) => order is T): Promise<T[]> {
    await this.loaded
    const claimed = await this.claims.claimed()
    return this.select(isMeant).filter(({ key }) => !claimed.has(key))
  }

  /** Reads the journal again, because another window may have changed it. */
  async reload(): Promise<void> {
    try {
      for (let edition = -1; edition !== this.#edition; ) {
        edition = this.#edition
        const orders = await this.#journal.all()
        if (edition === this.#edition) this.#show(orders)
      }
    } catch {
      // A device without storage finds out on the first sale.
    }
  }

  /**
   * Stores an order, and shows it once it is on disk.
   *
   * @returns false when another window is further along with it; that order is shown then
   * @throws when the device cannot store it; it must not be sent then
   */
  async put(order: Order): Promise<boolean> {
    const kept = await this.#journal.change(order.key, (present) =>
      mayFollow(present, order) ? order : present,
    )
    this.#set(order.key, kept)
    return kept === order
  }

  /** Like `put`, for what may be lost: it is shown at once, and stored, if possible, when this resolves. */
  async note(order: Order): Promise<void> {
    this.#set(order.key, order)
    await this.#attempt(
      this.#journal.change(order.key, (present) => (mayFollow(present, order) ? order : present)),
    )
  }

  /** Adds facts to an order. They are on disk when this resolves, if the device can store them. */
  async amend<T extends Order>(key: string, facts: Partial<T>): Promise<void> {
    const amended = (order: Order): Order => {
      const next = { ...order, ...facts } as Order
      return next.state === order.state || mayFollow(order, next) ? next : order
    }
    const present = this.get(key)
    if (present === undefined) return
    this.#set(key, amended(present))
    // If this fails, the first entry is still stored with the same key, which is enough to recover.
    await this.#attempt(this.#journal.change(key, (kept) => (kept === null ? null : amended(kept))))
  }

  /** Removes an order from the device if it is in one of these states. */
  async drop(key: string, ...states: readonly OrderState[]): Promise<void> {
    this.claims.release(key)
    const present = this.get(key)
    if (present !== undefined && states.includes(present.state)) this.#set(key, null)
    await this.#attempt(
      this.#journal.change(key, (kept) => (kept !== null && states.includes(kept.state) ? null : kept)),
    )
  }

  async #attempt(work: Promise<unknown>): Promise<void> {
    try {
      await work
    } catch (error) {
      console.warn('an order could not be brought up to date on this device', error)
    }
  }

  #set(key: string, order: Order | null): void {
    this.#edition += 1
    const others = [...this.store.getState().orders.values()].filter((each) => each.key !== key)
    this.#show(order === null ? others : [...others, order])
  }

  #show(orders: readonly Order[]): void {
    const sorted = orders.toSorted((a, b) => a.openedAtMs - b.openedAtMs || (a.key < b.key ? -1 : 1))
    this.store.setState({ orders: new Map(sorted.map((order) => [order.key, order])) })
  }
}
