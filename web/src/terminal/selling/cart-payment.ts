import type { CartFinalization } from '@mostrador/client'
import { type Again, pauseMsAfter } from './asking.ts'
import type { CartInHand, Held } from './cart-in-hand.ts'
import { keptOrders, stillOpen } from './cart-kept.ts'
import { DeviceFault } from './device-fault.ts'
import { truthOfPayment } from './goods-truth.ts'
import type { PaidOrder } from './order.ts'

/** How the order in hand is paid at the server, and asked about until there is an answer. */
export class CartPayment {
  readonly #hand: CartInHand
  /** Payments that other windows had in progress when this one was opened; they are settled one by one. */
  #left: readonly PaidOrder[] = []

  constructor(hand: CartInHand) {
    this.#hand = hand
  }

  /** Starts the next customer's order. */
  readonly startAnew = (): void => {
    const { order } = this.#hand.state
    if (order !== null) void this.#hand.parts.book.drop(order.key, 'DRAFT', 'SENT')
    this.#hand.replace()
    const [next, ...others] = this.#left
    this.#left = others
    if (next !== undefined) this.#follow(next)
  }

  /** What this device stored: a payment that was sent, or else the last open cart. */
  readonly resume = async (): Promise<Held> => {
    const { paid, drafts } = await keptOrders(this.#hand.parts)
    for (const { key } of drafts.slice(0, -1)) void this.#hand.parts.book.drop(key, 'DRAFT')
    const [first, ...others] = paid
    if (first !== undefined) {
      this.#left = others
      this.#follow(first)
      return 'as it is'
    }
    const latest = drafts.at(-1)
    return latest === undefined ? null : stillOpen(this.#hand, latest)
  }

  /** Sells the cart as shown. It is stored before it is sent, and repeated until there is an answer. */
  readonly pay = async (payments: CartFinalization['payments']): Promise<void> => {
    const draft = this.#hand.state.order
    if (draft?.state !== 'DRAFT' || draft.cart === null) return
    const { key, accountId, storeId, openedAtMs, cart } = draft
    const order: PaidOrder = {
      ...{ kind: 'goods', state: 'SENT', key, accountId, storeId, openedAtMs, sentAtMs: null, cart },
      payment: { version: cart.version, payments },
    }
    this.#hand.set({ order, fault: null })
    try {
      if (await this.#hand.parts.book.put(order)) this.#follow(order)
      else this.startAnew()
    } catch (error) {
      this.#hand.set({ order: draft, fault: new DeviceFault('storage', { cause: error }) })
    }
  }

  #follow(order: PaidOrder): void {
    this.#hand.set({ order, fault: null, sold: null })
    this.#hand.parts.asking.until(order.key, (count) => this.#askAbout(order.key, count))
  }

  async #askAbout(key: string, count: number): Promise<Again> {
    const order = this.#paying(key)
    if (order === null) return null
    const truth = await truthOfPayment(order, () => this.#noteSent(order))
    // The cashier may have continued without the answer.
    if (this.#paying(key) === null) return null
    switch (truth.kind) {
      case 'sold':
        this.#hand.set({ sold: truth.sold })
        return null
      case 'refused':
        await this.#refused(order, truth.error)
        return null
      case 'unknown':
        return { inMs: truth.retryAfterMs ?? pauseMsAfter(count) }
    }
  }

  #paying(key: string): PaidOrder | null {
    const { paying } = this.#hand.view()
    return paying?.key === key ? paying : null
  }

  /** Stored before it is sent: from then on another session must not send it. */
  async #noteSent(order: PaidOrder): Promise<void> {
    const sentAtMs = this.#hand.parts.nowMs()
    this.#hand.set({ order: { ...order, sentAtMs } })
    await this.#hand.parts.book.amend<PaidOrder>(order.key, { sentAtMs })
  }

  async #refused(order: PaidOrder, error: unknown): Promise<void> {
    const draft = this.#hand.draft(order.cart, false)
    void this.#hand.parts.book.drop(order.key, 'SENT')
    this.#hand.show(draft)
    this.#hand.set({ fault: error })
    await this.#hand.change(() => stillOpen(this.#hand, draft))
    this.#hand.set({ fault: error })
  }
}
