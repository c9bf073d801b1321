import { type CartFinalization, NoAnswer } from '@mostrador/client'
import { unprovenMethods } from '../money/charge.ts'
import type { OfflineSeller, PaidOrder } from '../orders/order.ts'
import { type NextPoll, pollPauseMs } from '../requests/polling.ts'
import type { CurrentCart, NextOrder } from './current-cart.ts'
import { DeviceFault } from './device-fault.ts'
import { paymentStatus } from './payment-status.ts'
import { reloadDraft, shownAgain, storedOrders } from './stored-carts.ts'

/** Pays the current order at the server, and polls until there is an answer. */
export class CartPayment {
  readonly #current: CurrentCart
  readonly #finishOffline: (seller: OfflineSeller) => Promise<void>
  /** Payments that closed windows left in progress; they are settled one by one. */
  #left: readonly PaidOrder[] = []

  /** @param finishOffline sets the payment on the screen aside, to be handed in as an offline sale */
  constructor(current: CurrentCart, finishOffline: (seller: OfflineSeller) => Promise<void>) {
    this.#current = current
    this.#finishOffline = finishOffline
  }

  /** Starts the next customer's order. */
  readonly startNew = (): void => {
    const { order } = this.#current.state
    if (order !== null) void this.#current.options.book.drop(order.key, 'DRAFT', 'SENT')
    this.#current.replace()
    const [next, ...others] = this.#left
    this.#left = others
    if (next !== undefined) this.#follow(next)
  }

  /** What this device stored and no window works on: a payment that was sent, or else an open cart. */
  readonly resume = async (): Promise<NextOrder> => {
    const { paid, drafts } = await storedOrders(this.#current.options)
    // The others are shown once there is room, unless nobody has ever seen them.
    for (const { key, cart, isRecalled } of drafts.slice(0, -1))
      if (cart === null && isRecalled !== true) void this.#current.options.book.drop(key, 'DRAFT')
    this.#claim(paid)
    const [first, ...others] = paid
    if (first !== undefined) {
      this.#left = others
      this.#follow(first)
      return 'unchanged'
    }
    const latest = drafts.at(-1)
    return latest === undefined ? null : reloadDraft(this.#current, latest)
  }

  /** Settles the payments that closed windows left, and then shows their carts, after what is on the screen. */
  readonly takeOver = async (): Promise<void> => {
    const { paid, drafts } = await storedOrders(this.#current.options)
    this.#claim(paid)
    this.#left = [...this.#left, ...paid]
    const { order, busyCount } = this.#current.state
    if (busyCount > 0) return
    const isFree = order === null && !this.#current.options.isAsking()
    if (isFree && this.#left.length > 0) this.startNew()
    else void this.#current.change(() => shownAgain(this.#current, drafts.at(-1)))
  }

  /** Sells the cart as shown. It is stored before it is sent, and repeated until there is an answer. */
  readonly pay = async (
    payments: CartFinalization['payments'],
    seller: OfflineSeller | null,
  ): Promise<void> => {
    const draft = this.#current.state.order
    if (draft?.state !== 'DRAFT' || draft.cart === null) return
    const { key, accountId, storeId, openedAtMs, cart } = draft
    const order: PaidOrder = {
      ...{ kind: 'goods', state: 'SENT', key, accountId, storeId, openedAtMs, sentAtMs: null, cart },
      payment: { version: cart.version, payments },
      ...{ seller, paidAtMs: this.#current.options.nowMs() },
    }
    this.#current.set({ order, fault: null })
    try {
      if (await this.#current.options.book.put(order)) this.#follow(order)
      else this.startNew()
    } catch (error) {
      this.#current.set({ order: draft, fault: new DeviceFault('storage', { cause: error }) })
    }
  }

  #claim(orders: readonly PaidOrder[]): void {
    for (const { key } of orders) this.#current.options.book.claims.claim(key)
  }

  #follow(order: PaidOrder): void {
    this.#claim([order])
    this.#current.set({ order, fault: null, sold: null, isOfAnotherShift: false })
    this.#current.options.poller.start(order.key, (count) => this.#poll(order.key, count))
  }

  async #poll(key: string, count: number): Promise<NextPoll> {
    const order = this.#paying(key)
    if (order === null) return null
    // Before it is sent again: another window may have handed it in.
    if (order.sentAtMs !== null) await this.#current.options.book.reload()
    if (this.#paying(key) === null) return null
    if (this.#isSetAside(key)) {
      this.startNew()
      return null
    }
    const status = await paymentStatus(order, () => this.#noteSent(key))
    // The cashier may have continued without the answer.
    if (this.#paying(key) === null) return null
    switch (status.kind) {
      case 'sold':
        this.#current.set({ sold: status.sold })
        void this.#current.options.book.amend<PaidOrder>(key, { isSold: true })
        return null
      case 'refused':
        await this.#refused(order, status.error)
        return null
      case 'of_another_shift':
        await this.#setAside(order)
        return { inMs: pollPauseMs(count) }
      case 'unknown':
        return { inMs: status.retryAfterMs ?? pollPauseMs(count) }
    }
  }

  #paying(key: string): PaidOrder | null {
    const { paying } = this.#current.view()
    return paying?.key === key ? paying : null
  }

  /** Whether it is an offline sale by now: somebody else may have handed it in meanwhile. */
  #isSetAside(key: string): boolean {
    const kept = this.#current.options.book.get(key)
    return kept !== undefined && kept.state !== 'SENT'
  }

  /**
   * Stored before it is sent: from then on another session must not send it.
   *
   * @throws NoAnswer when it has left the screen; it must not be sent then
   */
  async #noteSent(key: string): Promise<void> {
    const order = this.#paying(key)
    if (order === null) throw new NoAnswer('the payment was set aside')
    const sentAtMs = this.#current.options.nowMs()
    this.#current.set({ order: { ...order, sentAtMs } })
    await this.#current.options.book.amend<PaidOrder>(key, { sentAtMs })
  }

  /** A payment of a shift that is not open any more. One without its reference stays until the cashier has found it. */
  async #setAside({ payment, seller }: PaidOrder): Promise<void> {
    this.#current.set({ isOfAnotherShift: true })
    if (seller !== null && unprovenMethods(payment.payments).length === 0) await this.#finishOffline(seller)
  }

  async #refused(order: PaidOrder, error: unknown): Promise<void> {
    const draft = this.#current.draft(order.cart, false)
    void this.#current.options.book.drop(order.key, 'SENT')
    this.#current.show(draft)
    this.#current.set({ fault: error })
    // The refusal is told once: the cashier may press *charge* again while the cart is loading.
    await this.#current.change(() => reloadDraft(this.#current, draft).catch((): NextOrder => 'unchanged'))
  }
}
