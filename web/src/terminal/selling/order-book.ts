import { createStore } from 'zustand/vanilla'
import type { Journal } from './journal.ts'
import { mayFollow, type Order, type OrderState } from './order.ts'

/**
 * All orders on this device, by their keys, whoever opened them: what screens see, and what the journal keeps of it. An
 * order goes through the states of `order.ts`, and never back, also where two windows of this device are at work.
 */
export class OrderBook {
  readonly store = createStore<{ orders: ReadonlyMap<string, Order> }>(() => ({ orders: new Map() }))
  /** Resolves when what the device kept is here. */
  readonly loaded: Promise<void>
  readonly #journal: Journal
  /** Raised by every change made here, so that a reading of the journal that is older than that is not believed. */
  #edition = 0

  constructor(journal: Journal) {
    this.#journal = journal
    this.loaded = this.reload()
  }

  get(key: string): Order | undefined {
    return this.store.getState().orders.get(key)
  }

  /** Those that `isMeant` takes, oldest first. */
  those<T extends Order>(isMeant: (order: Order) => order is T): T[] {
    return [...this.store.getState().orders.values()].filter(isMeant)
  }

  /** Reads the journal again: another window may have been at work. */
  async reload(): Promise<void> {
    try {
      for (let edition = -1; edition !== this.#edition; ) {
        edition = this.#edition
        const orders = await this.#journal.all()
        if (edition === this.#edition) this.#show(orders)
      }
    } catch {
      // Whoever cannot keep anything finds that out on the first sale.
    }
  }

  /**
   * Writes an order down, and shows it once it is on the disk.
   *
   * @returns whether it was taken: not where another window has got further with it, whose order is shown then
   * @throws when the device cannot keep it; then it must not be sent
   */
  async put(order: Order): Promise<boolean> {
    const kept = await this.#journal.change(order.key, (present) =>
      mayFollow(present, order) ? order : present,
    )
    this.#set(order.key, kept)
    return kept === order
  }

  /** Like `put`, for what does no harm when it is lost: it is shown at once, and written down if that is possible. */
  note(order: Order): void {
    this.#set(order.key, order)
    void this.#attempt(
      this.#journal.change(order.key, (present) => (mayFollow(present, order) ? order : present)),
    )
  }

  /** Adds to what is known of an order. It is on the disk when this resolves, if the device can keep it. */
  async amend<T extends Order>(key: string, facts: Partial<T>): Promise<void> {
    const amended = (order: Order): Order => {
      const next = { ...order, ...facts } as Order
      return next.state === order.state || mayFollow(order, next) ? next : order
    }
    const present = this.get(key)
    if (present === undefined) return
    this.#set(key, amended(present))
    // The entry of the first writing is there, with the same key: enough to find the truth by.
    await this.#attempt(this.#journal.change(key, (kept) => (kept === null ? null : amended(kept))))
  }

  /** Takes an order off the device, if it is in one of these states. */
  async drop(key: string, ...states: readonly OrderState[]): Promise<void> {
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
