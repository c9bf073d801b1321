import { type Cart, NoAnswer, uuidV7 } from '@mostrador/client'
import { createStore } from 'zustand/vanilla'
import type { CartOrder } from '../orders/order.ts'
import type { OrderBook } from '../orders/order-book.ts'
import type { Poller } from '../requests/polling.ts'
import { type CartState, type CartView, cartView, idle } from './cart-view.ts'
import { DeviceFault } from './device-fault.ts'
import { localCart, localOf } from './local-cart.ts'

export interface CartCheckoutOptions {
  readonly accountId: string
  readonly storeId: string
  readonly book: OrderBook
  readonly poller: Poller
  readonly isOnline: () => boolean
  readonly nowMs: () => number
  /** Whether a dialog is open: its answer may be the next customer's first goods. */
  readonly isAsking: () => boolean
  /** Called when this device has something to send later: a sale, or the cancellation of a cart. */
  readonly onLeftToSend: () => void
}

/** The order after a change. */
export type NextOrder = CartOrder | null | 'unchanged'

/** The order that a checkout is working on, and the queue of changes to it: one after another, each once. */
export class CurrentCart {
  readonly store = createStore<CartState>(() => idle)
  readonly options: CartCheckoutOptions
  readonly #reloadDraft: (current: CurrentCart, draft: CartOrder) => Promise<NextOrder>
  #tail: Promise<void> = Promise.resolve()
  /** Incremented when another order takes over, to drop changes queued for the previous one. */
  #generation = 0
  #isRefreshing = false
  /** The key of a cart that was requested and not yet answered. */
  #openingKey: string | null = null

  /** @param reloadDraft finds out what an open cart is at the server now */
  constructor(
    options: CartCheckoutOptions,
    reloadDraft: (current: CurrentCart, draft: CartOrder) => Promise<NextOrder>,
  ) {
    this.options = options
    this.#reloadDraft = reloadDraft
  }

  readonly view = (): CartView => cartView(this.state)

  get state(): CartState {
    return this.store.getState()
  }

  get cart(): Cart | null {
    return this.view().cart
  }

  get generation(): number {
    return this.#generation
  }

  readonly now = () => new Date(this.options.nowMs())

  set(change: Partial<CartState>): void {
    this.store.setState(change)
  }

  /** Runs one change after another. After a refusal, or without an answer, the fault is shown with the server's current cart. */
  change(work: () => Promise<NextOrder>): Promise<void> {
    const generation = this.#generation
    const showNext = (next: NextOrder) => {
      const isStill = generation === this.#generation && this.view().paying === null
      if (isStill && next !== 'unchanged') this.show(next)
    }
    this.set({ busyCount: this.state.busyCount + 1 })
    const done = this.#tail.then(async () => {
      try {
        if (generation !== this.#generation) return
        showNext(await work())
      } catch (error) {
        if (generation === this.#generation) {
          this.set({ fault: error })
          showNext(await this.reloaded(error))
        }
      } finally {
        this.set({ busyCount: this.state.busyCount - 1 })
      }
    })
    this.#tail = done
    return done
  }

  /**
   * Reads the cart again, beside the changes: nobody waits for it. What it reads is dropped when a change, a payment or another
   * order has begun meanwhile. Without an answer the cart stays as it is until the next time.
   */
  async refresh(read: () => Promise<NextOrder>): Promise<void> {
    if (this.#isRefreshing || this.state.busyCount > 0 || !this.options.isOnline()) return
    this.#isRefreshing = true
    const [tail, generation] = [this.#tail, this.#generation]
    const next = await read().catch((): NextOrder => 'unchanged')
    this.#isRefreshing = false
    const isStill = generation === this.#generation && tail === this.#tail && this.view().paying === null
    if (isStill && next !== 'unchanged') this.show(next)
  }

  /** The cart on the screen as the server has it, after a change that it refused or did not answer. Never throws. */
  async reloaded(error: unknown): Promise<NextOrder> {
    const { order } = this.state
    const isAtServer = order?.state === 'DRAFT' && order.cart !== null && !order.isLocal
    if (!isAtServer || error instanceof DeviceFault || !this.options.isOnline()) return 'unchanged'
    return this.#reloadDraft(this, order).catch((): NextOrder => 'unchanged')
  }

  /** Runs at the server while it answers, otherwise on this device. */
  async orOffline(atServer: () => Promise<Cart>, locally: () => Cart): Promise<CartOrder> {
    if (!this.view().isLocal && this.options.isOnline()) {
      try {
        return this.draft(await atServer(), false)
      } catch (error) {
        if (!this.isNetworkGone(error)) throw error
      }
    }
    return this.draft(locally(), true)
  }

  /** Whether it failed because the network is gone. */
  isNetworkGone(error: unknown): boolean {
    return error instanceof NoAnswer && !this.options.isOnline()
  }

  /** The cart that an offline change starts from. */
  base(): Cart {
    const { cart, isLocal } = this.view()
    if (cart === null)
      return localCart(this.#openingKey ?? uuidV7(), this.options.storeId, this.now().toISOString())
    return isLocal ? cart : localOf(cart)
  }

  /** Notes a new order in the book, under the key that its cart will have. */
  begin(): string {
    const key = uuidV7()
    this.#endOpening()
    this.#openingKey = key
    void this.#expect(key)
    return key
  }

  /** Notes a parked cart in the book. Once it is recalled, no list of parked carts has it any more. */
  beginRecall(key: string): Promise<void> {
    return this.#expect(key, { isRecalled: true })
  }

  #expect(key: string, more: Partial<CartOrder> = {}): Promise<void> {
    const { accountId, storeId, book, nowMs } = this.options
    book.claims.claim(key)
    const base = { kind: 'goods', state: 'DRAFT', key, accountId, storeId, sentAtMs: null } as const
    return book.note({ ...base, openedAtMs: nowMs(), cart: null, isLocal: false, ...more })
  }

  /** Its repeats are over: unless its cart is the one shown, nothing of it stays on this device. */
  #endOpening(shownKey?: string): void {
    if (this.#openingKey !== null && this.#openingKey !== shownKey)
      void this.options.book.drop(this.#openingKey, 'DRAFT')
    this.#openingKey = null
  }

  draft(cart: Cart, isLocal: boolean): CartOrder {
    const { accountId, storeId, nowMs } = this.options
    const { order } = this.state
    const before = order?.key === cart.id ? order : null
    const openedAtMs = before?.openedAtMs ?? nowMs()
    const wasAsked = before?.state === 'DRAFT' && before.isAsked === true
    const isAsked = isLocal && (wasAsked || cart.id === this.#openingKey)
    const base = { kind: 'goods', state: 'DRAFT', key: cart.id, accountId, storeId } as const
    return { ...base, openedAtMs, sentAtMs: null, cart, isLocal, ...(isAsked && { isAsked }) }
  }

  /**
   * The cart is given up without an answer of the server. If the server may have it open, this device keeps the cancellation
   * until it is sent. It is on disk when this resolves, if the device can store it.
   */
  async giveUp({ key, accountId, storeId, openedAtMs, cart, isAsked }: CartOrder): Promise<void> {
    // A cart of this device alone has no version of the server's.
    if (isAsked !== true && cart?.version === 0) return
    const canceled = { kind: 'goods', state: 'CANCELED', key, accountId, storeId, openedAtMs } as const
    await this.options.book.note({ ...canceled, sentAtMs: null })
    this.options.onLeftToSend()
  }

  show(draft: CartOrder | null): void {
    this.#endOpening(draft?.key)
    const before = this.state.order
    if (before !== null && before.key !== draft?.key) void this.options.book.drop(before.key, 'DRAFT')
    if (draft !== null) {
      this.options.book.claims.claim(draft.key)
      void this.options.book.note(draft)
    }
    this.set({ order: draft })
  }

  /** Another order takes over: `order`, or none yet. */
  replace(order: CartState['order'] = null): void {
    this.#generation += 1
    this.set({ ...idle, busyCount: this.state.busyCount, order })
  }
}
