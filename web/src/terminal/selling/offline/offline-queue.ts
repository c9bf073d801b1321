import { createStore } from 'zustand/vanilla'
import { isRefusal } from '../../../api/refusal.ts'
import { DeviceFault } from '../cart/device-fault.ts'
import {
  type CanceledCart,
  isCanceled,
  isOffline,
  isOpen,
  type OfflineOrder,
  type OfflineState,
  type Order,
} from '../orders/order.ts'
import type { OrderBook } from '../orders/order-book.ts'
import { assertOwnSession } from '../requests/answers.ts'
import type { NextPoll, Poller } from '../requests/polling.ts'

/** How long a settled sale is still shown. */
const shownForMs = 24 * 60 * 60_000
const roundEveryMs = 15_000
/** Sales that wait for a supervisor are polled every this many rounds. */
const heldEvery = 4
/** Whether it is sent until its state changes. */
const isToSend = (order: Order): order is OfflineOrder | CanceledCart =>
  order.state === 'CANCELED' || order.state === 'WAITING' || order.state === 'HELD'
const lockName = 'mostrador-hand-in'

interface OfflineQueueOptions {
  readonly book: OrderBook
  readonly poller: Poller
  /** Hands in a sale. @throws ProblemError · NoAnswer */
  readonly submitOfflineSale: (order: OfflineOrder, nowMs: number) => Promise<Partial<OfflineOrder>>
  /** Cancels a cart at the server, if it is open there. @throws ProblemError · NoAnswer */
  readonly cancelLeftCart: (cart: CanceledCart) => Promise<void>
  readonly isOnline: () => boolean
  readonly nowMs: () => number
  /** Runs the work in one window of this device at a time. */
  readonly alone: (name: string, work: () => Promise<void>) => Promise<void>
}

const pollName = (accountId: string) => `hand in ${accountId}`

/**
 * Hands in this device's offline sales, one after another, oldest first, until each is settled, and cancels the carts that were
 * canceled here without an answer. The server books and cancels each once for its key, whatever is lost or repeated.
 */
export class OfflineQueue {
  readonly store = createStore(() => ({ isSending: false }))
  readonly #options: OfflineQueueOptions

  constructor(options: OfflineQueueOptions) {
    this.#options = options
    void options.book.loaded.then(() => this.#forgetSettled())
  }

  /** Hands in an account's sales and cancellations until none is left. */
  follow(accountId: string): void {
    this.#options.poller.start(pollName(accountId), (count) => this.#round(accountId, count))
  }

  unfollow(accountId: string): void {
    this.#options.poller.stop(pollName(accountId))
  }

  /** Hands in one sale, even one that was refused or that another person left here. */
  sendOne(key: string): Promise<void> {
    return this.#sendAll((order) => order.key === key && isOpen(order))
  }

  /**
   * Hands in a payment without an answer that another person left here. Whether it had arrived or not, the server counts it
   * once for its key.
   *
   * @throws DeviceFault when this device cannot store it; nothing was sent then
   */
  async sendLeft(order: OfflineOrder): Promise<void> {
    try {
      await this.#options.book.put(order)
    } catch (error) {
      throw new DeviceFault('storage', { cause: error })
    }
    await this.sendOne(order.key)
  }

  async #round(accountId: string, count: number): Promise<NextPoll> {
    const { book, isOnline } = this.#options
    // Another window may have left some.
    await book.reload()
    const isOwn = (order: Order) => order.accountId === accountId
    // Somebody else may sign in during the round, and a sale would be held as handed in by another person.
    const isOwnSession = () =>
      assertOwnSession({ accountId }).then(
        () => true,
        () => false,
      )
    const sendOwn = (state: OfflineState) =>
      this.#sendAll((order) => isOwn(order) && order.state === state, isOwnSession)
    if (isOnline()) {
      await this.#cancelCarts(isOwn)
      await sendOwn('WAITING')
      if (count % heldEvery === 1) await sendOwn('HELD')
      this.#forgetSettled()
    }
    return book.select(isToSend).some(isOwn) ? { inMs: roundEveryMs } : null
  }

  /** Two windows may cancel the same cart: it is canceled once. */
  async #cancelCarts(isOwn: (order: Order) => boolean): Promise<void> {
    const { book, cancelLeftCart } = this.#options
    for (const cart of book.select(isCanceled).filter(isOwn)) {
      try {
        await cancelLeftCart(cart)
        await book.drop(cart.key, 'CANCELED')
      } catch (error) {
        // One that is refused stays, for example while the merchant is suspended.
        if (!isRefusal(error)) return
      }
    }
  }

  /** @param maySend is asked before each sale; after a no it sends no more */
  async #sendAll(
    isMeant: (order: OfflineOrder) => boolean,
    maySend: () => Promise<boolean> = async () => true,
  ): Promise<void> {
    const { book, alone } = this.#options
    await book.loaded
    const meant = () => book.select(isOffline).filter(isMeant)
    if (this.store.getState().isSending || meant().length === 0) return
    this.store.setState({ isSending: true })
    try {
      await alone(lockName, async () => {
        // Another window may have sent them meanwhile.
        await book.reload()
        for (const order of meant()) if (!(await maySend()) || !(await this.#send(order))) return
      })
    } finally {
      this.store.setState({ isSending: false })
    }
  }

  /** @returns whether to continue with the next one */
  async #send(order: OfflineOrder): Promise<boolean> {
    const { book, submitOfflineSale, nowMs } = this.#options
    try {
      const outcome = await submitOfflineSale(order, nowMs())
      await book.amend<OfflineOrder>(order.key, outcome)
      return true
    } catch (error) {
      // No answer, no session, or an overloaded server: everything stays queued.
      if (!isRefusal(error)) return false
      await book.amend<OfflineOrder>(order.key, { state: 'REFUSED', faultCode: error.code })
      return true
    }
  }

  #forgetSettled(): void {
    const { book, nowMs } = this.#options
    for (const order of book.select(isOffline)) {
      const isOver = !isOpen(order) && (order.settledAtMs ?? 0) < nowMs() - shownForMs
      if (isOver) void book.drop(order.key, 'BOOKED', 'DISCARDED')
    }
  }
}
