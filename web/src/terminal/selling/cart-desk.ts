import { type Cart, type CartFinalization, type CartLine, isProblem, NoAnswer } from '@mostrador/client'
import { createStore } from 'zustand/vanilla'
import { answer, api } from '../../api/client.ts'
import { uuidV7 } from '../../api/uuid-v7.ts'
import type { GoodsItem } from '../catalog/goods-item.ts'
import { type Again, type Asking, pauseMsAfter } from './asking.ts'
import { abandonCart, moveToServer, type NewLine, openCart, putLine } from './cart-calls.ts'
import { type CartState, type CartView, type ComingLine, cartView, idle } from './cart-view.ts'
import { DeviceFault } from './device-fault.ts'
import { truthOfPayment } from './goods-truth.ts'
import { localCart, localOf, withGoods, withLine } from './local-cart.ts'
import { offlineOrder } from './offline-order.ts'
import type { CartOrder, OfflineOrder, OfflineSeller, Order, PaidOrder } from './order.ts'
import type { OrderBook } from './order-book.ts'

interface Parts {
  readonly accountId: string
  readonly storeId: string
  readonly book: OrderBook
  readonly asking: Asking
  readonly isOnline: () => boolean
  readonly nowMs: () => number
  /** Called when a sale was made offline. */
  readonly onAside: () => void
}

const openCarts = '/pos/carts/{id}'
type Ask = (id: string) => Promise<{ data?: Cart; error?: unknown; response: Response }>

/**
 * One person's current order of goods in a store. Changes are sent one after another, each once, and the
 * server's answer is shown. The desk lives outside the screens, so a sale in progress survives them; the
 * order is in the book, so it survives a reload as well.
 */
export class CartDesk {
  readonly store = createStore<CartState>(() => idle)
  readonly storeId: string
  readonly #parts: Parts
  #tail: Promise<void> = Promise.resolve()
  /** Incremented when another order takes over, to drop changes queued for the previous one. */
  #era = 0
  #isKeeping = false
  /** The key of a cart that was requested and not yet answered. */
  #openingKey: string | null = null
  /** Payments that other windows had in progress when this one was opened; they are settled one by one. */
  #left: PaidOrder[] = []

  constructor(parts: Parts) {
    this.#parts = parts
    this.storeId = parts.storeId
    void this.#change(() => this.#resumed())
  }

  readonly view = (): CartView => cartView(this.#state)

  /**
   * Adds goods to the cart; shown at once, priced by the server.
   *
   * @param onRefused receives a refusal, instead of showing it next to the cart
   */
  add(
    item: GoodsItem,
    quantity: number,
    terminalId: string | null,
    onRefused?: (fault: unknown) => void,
  ): void {
    const line: ComingLine = { key: uuidV7(), item, quantity }
    this.#set({ coming: [...this.#state.coming, line] })
    void this.#change(async () => {
      const body = { variantId: item.variantId, quantity }
      const atServer = () =>
        this.#cart === null
          ? this.#open(terminalId, body)
          : putLine(this.#cart.id, body, line.key, this.#parts.isOnline)
      try {
        return await this.#orLocally(atServer, () => {
          if (item.kind === 'CHIP') throw new DeviceFault('chip')
          if (item.tax === null) throw new DeviceFault('tax')
          return withGoods(this.#base(), item, quantity, line.key)
        })
      } catch (error) {
        if (onRefused === undefined) throw error
        onRefused(error)
        return 'as it is'
      } finally {
        this.#set({ coming: this.#state.coming.filter((each) => each !== line) })
      }
    })
  }

  setQuantity(line: CartLine, quantity: number): Promise<void> {
    return quantity <= 0 ? this.remove(line) : this.#patchLine(line, { quantity })
  }

  setNote(line: CartLine, note: string | null): Promise<void> {
    return this.#patchLine(line, { note })
  }

  remove(line: CartLine): Promise<void> {
    return this.#changeLine(line, { quantity: 0 }, (id) =>
      api.DELETE('/pos/carts/{id}/lines/{lineId}', { params: { path: { id, lineId: line.id } } }),
    )
  }

  addDiscount(discount: {
    line: CartLine | null
    amountCentavos?: number
    percentageBps?: number
    reason: string
  }): Promise<void> {
    const { line, ...rest } = discount
    const body = { ...rest, ...(line === null ? { scope: 'CART' } : { scope: 'LINE', lineItemId: line.id }) }
    return this.#changeCart((id) =>
      api.POST('/pos/carts/{id}/discounts', { params: { path: { id } }, body: body as never }),
    )
  }

  removeDiscount(discountId: string): Promise<void> {
    return this.#changeCart((id) =>
      api.DELETE('/pos/carts/{id}/discounts/{discountId}', { params: { path: { id, discountId } } }),
    )
  }

  setCustomer(customerId: string | null): Promise<void> {
    return this.#changeCart((id) => api.PATCH(openCarts, { params: { path: { id } }, body: { customerId } }))
  }

  /** Parks the cart, to be recalled on any till. */
  async park(label: string): Promise<boolean> {
    await this.#changeCart((id) =>
      api.POST('/pos/carts/{id}/park', {
        params: { path: { id } },
        body: label === '' ? {} : { label },
      }),
    )
    return this.#leaveUnlessOpen()
  }

  async recall(id: string, terminalId: string | null): Promise<void> {
    const body = terminalId === null ? {} : { terminalId }
    await this.#change(async () =>
      this.#draft(
        await answer(api.POST('/pos/carts/{id}/recall', { params: { path: { id } }, body })),
        false,
      ),
    )
  }

  /** Cancels the cart. */
  async cancel(): Promise<boolean> {
    const { cart, isLocal } = this.view()
    if (cart !== null && isLocal) {
      // The server may still hold a cart with this id.
      void abandonCart(cart.id)
      this.startAnew()
      return true
    }
    await this.#changeCart((id) => api.POST('/pos/carts/{id}/cancel', { params: { path: { id } }, body: {} }))
    return this.#leaveUnlessOpen()
  }

  /** Reloads the cart, for example after a decision about a discount. */
  reload(): Promise<void> {
    return this.#changeCart((id) => api.GET(openCarts, { params: { path: { id } } }))
  }

  dismissFault(): void {
    this.#set({ fault: null })
  }

  /** Sells the cart as shown. It is stored before it is sent, and repeated until there is an answer. */
  async pay(payments: CartFinalization['payments']): Promise<void> {
    const draft = this.#state.order
    if (draft?.state !== 'DRAFT' || draft.cart === null) return
    const { key, accountId, storeId, openedAtMs, cart } = draft
    const order: PaidOrder = {
      ...{ kind: 'goods', state: 'SENT', key, accountId, storeId, openedAtMs, sentAtMs: null, cart },
      payment: { version: cart.version, payments },
    }
    this.#set({ order, fault: null })
    try {
      if (await this.#parts.book.put(order)) this.#follow(order)
      else this.startAnew()
    } catch (error) {
      this.#set({ order: draft, fault: new DeviceFault('storage', { cause: error }) })
    }
  }

  /** Continues the cart on this device only, because the network is gone. */
  goLocal(): Promise<void> {
    return this.#change(async () => (this.#cart === null ? 'as it is' : this.#draft(this.#base(), true)))
  }

  /** Moves an offline cart back to the server, which prices it anew unless it is unchanged. */
  comeBack(terminalId: string | null): Promise<void> {
    return this.#change(async () => {
      const { cart, isLocal } = this.view()
      if (cart === null || !isLocal) return 'as it is'
      if (cart.lines.length === 0) return null
      try {
        return this.#draft(await moveToServer(cart, terminalId), false)
      } catch (error) {
        if (error instanceof NoAnswer) return 'as it is'
        throw error
      }
    })
  }

  /** Sells an offline cart. It is on disk before the screen says that it was sold. */
  async payLocally(payments: CartFinalization['payments'], seller: OfflineSeller): Promise<void> {
    const { order } = this.#state
    if (order?.state !== 'DRAFT' || order.cart === null) return
    await this.#sellLocally(offlineOrder(order, order.cart, payments, seller, this.#now()))
  }

  /** Continues without the answer to a payment. Whether it arrived is found out later, and it counts once. */
  async setAside(seller: OfflineSeller): Promise<void> {
    const { paying } = this.view()
    if (paying === null) return
    const { cart, payment } = paying
    await this.#sellLocally(offlineOrder(paying, cart, payment.payments, seller, this.#now()))
  }

  /** Starts the next customer's order. */
  startAnew(): void {
    const { order, busyCount } = this.#state
    this.#era += 1
    if (order !== null) void this.#parts.book.drop(order.key, 'DRAFT', 'SENT')
    this.#set({ ...idle, busyCount })
    const left = this.#left.shift()
    if (left !== undefined) this.#follow(left)
  }

  get #state(): CartState {
    return this.store.getState()
  }

  get #cart(): Cart | null {
    return this.view().cart
  }

  /** What this device stored for this person here: a payment that was sent, or else the last open cart. */
  async #resumed(): Promise<Held> {
    const { accountId, storeId, book } = this.#parts
    await book.loaded
    const own = book.those(
      (order: Order): order is CartOrder | PaidOrder =>
        order.kind === 'goods' &&
        (order.state === 'DRAFT' || order.state === 'SENT') &&
        order.accountId === accountId &&
        order.storeId === storeId,
    )
    const [paid, ...left] = own.filter((order) => order.state === 'SENT').toReversed()
    const drafts = own.filter((order) => order.state === 'DRAFT')
    const latest = drafts.pop()
    for (const { key } of drafts) void book.drop(key, 'DRAFT')
    if (paid !== undefined) {
      this.#left = left
      this.#follow(paid)
      return 'as it is'
    }
    return latest === undefined ? null : this.#found(latest)
  }

  /** An open cart, if it still is open. */
  async #found(draft: CartOrder): Promise<Held> {
    if (draft.isLocal) return draft
    try {
      const cart = await answer(api.GET(openCarts, { params: { path: { id: draft.key } } }))
      if (cart.status === 'OPEN') return this.#draft(cart, false)
    } catch (error) {
      if (this.#isAlone(error) && draft.cart !== null) return this.#draft(localOf(draft.cart), true)
      if (!isProblem(error, 'not_found')) throw error
    }
    void this.#parts.book.drop(draft.key, 'DRAFT')
    return null
  }

  #follow(order: PaidOrder): void {
    this.#set({ order, fault: null, sold: null })
    this.#parts.asking.until(order.key, (count) => this.#askAboutPayment(order.key, count))
  }

  async #askAboutPayment(key: string, count: number): Promise<Again> {
    const order = this.#paying(key)
    if (order === null) return null
    const truth = await truthOfPayment(order, () => this.#noteSent(order))
    // The cashier may have continued without the answer.
    if (this.#paying(key) === null) return null
    switch (truth.kind) {
      case 'sold':
        this.#set({ sold: truth.sold })
        return null
      case 'refused':
        await this.#refused(order, truth.error)
        return null
      case 'unknown':
        return { inMs: truth.retryAfterMs ?? pauseMsAfter(count) }
    }
  }

  #paying(key: string): PaidOrder | null {
    const { paying } = this.view()
    return paying?.key === key ? paying : null
  }

  /** Stored before it is sent: from then on another session must not send it. */
  async #noteSent(order: PaidOrder): Promise<void> {
    const sentAtMs = this.#parts.nowMs()
    this.#set({ order: { ...order, sentAtMs } })
    await this.#parts.book.amend<PaidOrder>(order.key, { sentAtMs })
  }

  async #refused(order: PaidOrder, error: unknown): Promise<void> {
    const draft = this.#draft(order.cart, false)
    void this.#parts.book.drop(order.key, 'SENT')
    this.#show(draft)
    this.#set({ fault: error })
    await this.#change(() => this.#found(draft))
    this.#set({ fault: error })
  }

  #open(terminalId: string | null, line: NewLine): Promise<Cart> {
    const { accountId, storeId, book, isOnline, nowMs } = this.#parts
    const key = uuidV7()
    this.#openingKey = key
    const base = { kind: 'goods', state: 'DRAFT', key, accountId, storeId, sentAtMs: null } as const
    book.note({ ...base, openedAtMs: nowMs(), cart: null, isLocal: false })
    return openCart(key, storeId, terminalId, [line], isOnline)
  }

  #patchLine(line: CartLine, body: { quantity?: number; note?: string | null }): Promise<void> {
    return this.#changeLine(line, body, (id) =>
      api.PATCH('/pos/carts/{id}/lines/{lineId}', { params: { path: { id, lineId: line.id } }, body }),
    )
  }

  #changeLine(line: CartLine, change: { quantity?: number; note?: string | null }, ask: Ask): Promise<void> {
    return this.#change(async () => {
      const cart = this.#cart
      if (cart === null) return 'as it is'
      return this.#orLocally(
        async () => (await answer(ask(cart.id))) as Cart,
        () => withLine(this.#base(), line.id, change),
      )
    })
  }

  /** Runs at the server while it answers, otherwise on this device. */
  async #orLocally(atServer: () => Promise<Cart>, locally: () => Cart): Promise<CartOrder> {
    if (!this.view().isLocal && this.#parts.isOnline()) {
      try {
        return this.#draft(await atServer(), false)
      } catch (error) {
        if (!this.#isAlone(error)) throw error
      }
    }
    return this.#draft(locally(), true)
  }

  #isAlone(error: unknown): boolean {
    return error instanceof NoAnswer && !this.#parts.isOnline()
  }

  /** The cart that an offline change starts from. */
  #base(): Cart {
    const { cart, isLocal } = this.view()
    if (cart === null)
      return localCart(this.#openingKey ?? uuidV7(), this.#parts.storeId, this.#now().toISOString())
    return isLocal ? cart : localOf(cart)
  }

  #now = () => new Date(this.#parts.nowMs())

  async #sellLocally(order: OfflineOrder): Promise<void> {
    const era = this.#era
    // A second press while the first is still at work.
    if (this.#isKeeping) return
    this.#isKeeping = true
    let isTaken = false
    try {
      isTaken = await this.#parts.book.put(order)
    } catch (error) {
      this.#set({ fault: new DeviceFault('storage', { cause: error }) })
      return
    } finally {
      this.#isKeeping = false
    }
    if (era !== this.#era) return
    // Another window has sold it.
    if (!isTaken) return this.startAnew()
    this.#era += 1
    this.#set({ ...idle, busyCount: this.#state.busyCount, order })
    this.#parts.onAside()
  }

  #changeCart(ask: Ask) {
    return this.#change(async () => {
      const { cart, isLocal } = this.view()
      return cart === null ? 'as it is' : this.#draft((await answer(ask(cart.id))) as Cart, isLocal)
    })
  }

  /** Runs one change after another. After a refusal the fault is shown with the server's current cart. */
  #change(work: () => Promise<Held>): Promise<void> {
    const era = this.#era
    this.#set({ busyCount: this.#state.busyCount + 1 })
    const done = this.#tail.then(async () => {
      try {
        if (era !== this.#era) return
        const held = await work()
        const isStill = era === this.#era && this.view().paying === null
        if (isStill && held !== 'as it is') this.#show(held)
      } catch (error) {
        if (era === this.#era) this.#set({ fault: error })
      } finally {
        this.#set({ busyCount: this.#state.busyCount - 1 })
      }
    })
    this.#tail = done
    return done
  }

  #draft(cart: Cart, isLocal: boolean): CartOrder {
    const { accountId, storeId, nowMs } = this.#parts
    const { order } = this.#state
    const openedAtMs = order?.key === cart.id ? order.openedAtMs : nowMs()
    const base = { kind: 'goods', state: 'DRAFT', key: cart.id, accountId, storeId } as const
    return { ...base, openedAtMs, sentAtMs: null, cart, isLocal }
  }

  #show(draft: CartOrder | null): void {
    this.#openingKey = null
    const before = this.#state.order
    if (before !== null && before.key !== draft?.key) void this.#parts.book.drop(before.key, 'DRAFT')
    if (draft !== null) this.#parts.book.note(draft)
    this.#set({ order: draft })
  }

  #leaveUnlessOpen(): boolean {
    const cart = this.#cart
    if (cart === null || cart.status === 'OPEN') return false
    this.startAnew()
    return true
  }

  #set(change: Partial<CartState>): void {
    this.store.setState(change)
  }
}

/** The order after a change. */
type Held = CartOrder | null | 'as it is'
