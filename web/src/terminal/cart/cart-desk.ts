import { isProblem, NoAnswer } from '@mostrador/client'
import { answer, api } from '../../api/client.ts'
import type { Cart, CartLine, Finalizing, SoldCart } from '../../api/types.ts'
import { uuidV7 } from '../../api/uuid-v7.ts'
import type { GoodsItem } from '../catalog/goods-item.ts'
import type { OfflineQueue } from '../offline/offline-queue.ts'
import { type OfflineEntry, type OfflineSeller, offlineEntry } from '../offline/offline-sale.ts'
import { DeviceFault } from '../selling/device-fault.ts'
import { localCart, localOf, withGoods, withLine } from '../selling/local-cart.ts'
import { isPassing, pause } from './asking.ts'
import { backAtServer, letGo, type NewLine, openCart, putLine } from './cart-calls.ts'
import type { CartJournal, OpenPayment } from './cart-journal.ts'

/** Goods that the server has not answered about yet. */
export interface ComingLine {
  readonly key: string
  readonly item: GoodsItem
  readonly quantity: number
}

export interface CartState {
  /** The cart as the server has it; `null` before anything is in it. */
  readonly cart: Cart | null
  readonly coming: readonly ComingLine[]
  /** Changes under way or waiting. */
  readonly busyCount: number
  /** What the last change was refused for; whoever has read it dismisses it. */
  readonly fault: unknown
  /** A payment that was sent and not answered yet. */
  readonly paying: OpenPayment | null
  readonly sold: SoldCart | null
  /** The cart is on this device alone, since nobody answers. */
  readonly isLocal: boolean
  /** Sold without a network, and on its way to the server whenever that is there again. */
  readonly provisional: OfflineEntry | null
}

const idle: CartState = {
  cart: null,
  coming: [],
  busyCount: 0,
  fault: null,
  paying: null,
  sold: null,
  isLocal: false,
  provisional: null,
}
const openCarts = '/pos/carts/{id}'

/** What a cart needs to go on by itself. */
interface Offline {
  readonly isOnline: () => boolean
  readonly queue: Pick<OfflineQueue, 'add' | 'has'>
  readonly nowMs: () => number
}

/**
 * The cart at this till. Changes go to the server one after another, each once; what it answers is shown.
 * It lives outside the screens, so that a sale under way outlasts them, and the device's journal knows the
 * cart and the payment, so that it outlasts the page as well.
 */
export class CartDesk {
  readonly storeId: string
  readonly #journal: CartJournal
  readonly #offline: Offline
  readonly #listeners = new Set<() => void>()
  #state: CartState = idle
  #tail: Promise<void> = Promise.resolve()
  /** Another cart has taken the place of the one that waiting changes were meant for. */
  #era = 0
  #isKeeping = false

  constructor(storeId: string, journal: CartJournal, offline: Offline) {
    this.storeId = storeId
    this.#journal = journal
    this.#offline = offline
    this.#resume()
  }

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  readonly state = () => this.#state

  /**
   * Puts goods into the cart; shown at once, priced by the server.
   *
   * @param onRefused is told why they were not taken, in the place of whoever looks at the cart
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
        this.#state.cart === null
          ? this.#open(terminalId, body)
          : putLine(this.#state.cart.id, body, line.key, this.#offline.isOnline)
      try {
        return await this.#orLocally(atServer, () => {
          if (item.kind === 'CHIP') throw new DeviceFault('chip')
          if (item.tax === null) throw new DeviceFault('tax')
          return withGoods(this.#base(), item, quantity, line.key)
        })
      } catch (error) {
        if (onRefused === undefined) throw error
        onRefused(error)
        return this.#state.cart
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

  /** Puts the cart aside, for this or another till to fetch. */
  async park(label: string): Promise<boolean> {
    await this.#changeCart((id) =>
      api.POST('/pos/carts/{id}/park', {
        params: { path: { id } },
        body: label === '' ? {} : { label },
      }),
    )
    return this.#leaveUnless('OPEN')
  }

  async recall(id: string, terminalId: string | null): Promise<void> {
    await this.#change(async () => {
      const cart = await answer(
        api.POST('/pos/carts/{id}/recall', {
          params: { path: { id } },
          body: terminalId === null ? {} : { terminalId },
        }),
      )
      this.#journal.keepCart(cart.id)
      return cart
    })
  }

  /** Gives the cart up. */
  async cancel(): Promise<boolean> {
    const { cart, isLocal } = this.#state
    if (cart !== null && isLocal) {
      // The server may have one of the same id, which nobody goes on with.
      void letGo(cart.id)
      this.startAnew()
      return true
    }
    await this.#changeCart((id) => api.POST('/pos/carts/{id}/cancel', { params: { path: { id } }, body: {} }))
    return this.#leaveUnless('OPEN')
  }

  /** Shows the cart as it is now, such as after somebody has decided about a discount. */
  reload(): Promise<void> {
    return this.#changeCart((id) => api.GET(openCarts, { params: { path: { id } } }))
  }

  dismissFault(): void {
    this.#set({ fault: null })
  }

  /** Sells the cart as it is shown. Written down before it is sent; asked for until there is an answer. */
  pay(payments: Finalizing['payments']): Promise<void> {
    const { cart } = this.#state
    if (cart === null) return Promise.resolve()
    const open: OpenPayment = {
      key: crypto.randomUUID(),
      cartId: cart.id,
      body: { version: cart.version, payments },
      cart,
    }
    try {
      this.#journal.keepPayment(open)
    } catch (error) {
      this.#set({ fault: error })
      return Promise.resolve()
    }
    return this.#finish(open)
  }

  /** Goes on with the cart on this device alone: the network is gone. */
  goLocal(): Promise<void> {
    return this.#change(async () => (this.#state.cart === null ? null : this.#kept(this.#base())))
  }

  /** Gives a cart of this device back to the server, which prices it anew; the old one where nothing has changed. */
  comeBack(terminalId: string | null): Promise<void> {
    return this.#change(async () => {
      const { cart, isLocal } = this.#state
      if (cart === null || !isLocal) return cart
      try {
        const fresh = cart.lines.length === 0 ? null : await backAtServer(cart, terminalId)
        this.#journal.forgetLocal()
        if (fresh === null) this.#journal.forget()
        else this.#journal.keepCart(fresh.id)
        this.#set({ isLocal: false })
        return fresh
      } catch (error) {
        if (error instanceof NoAnswer) return cart
        throw error
      }
    })
  }

  /** Sells the cart of this device. It is on the disk before anybody is told that it was sold. */
  payLocally(payments: Finalizing['payments'], seller: OfflineSeller): Promise<void> {
    const { cart } = this.#state
    if (cart === null) return Promise.resolve()
    return this.#sellLocally(offlineEntry(cart, payments, seller, new Date(this.#offline.nowMs())))
  }

  /** Goes on without the answer to a payment: whether it arrived is found out later, and it counts once. */
  setAside(seller: OfflineSeller): Promise<void> {
    const { paying } = this.#state
    if (paying?.cart === undefined) return Promise.resolve()
    const soldAt = new Date(this.#offline.nowMs())
    return this.#sellLocally(offlineEntry(paying.cart, paying.body.payments, seller, soldAt, paying))
  }

  /** The next customer. */
  startAnew(): void {
    this.#era += 1
    this.#journal.forget()
    this.#set({ ...idle, busyCount: this.#state.busyCount })
  }

  #resume(): void {
    const payment = this.#journal.payment()
    const local = this.#journal.local()
    if (payment !== null) void this.#finish(payment)
    else if (local !== null) void this.#resumeLocally(local)
    else if (this.#journal.cartId() !== null) void this.#find(this.#journal.cartId() ?? '')
  }

  /** The page may have gone away between the disk and the journal: what was sold is not offered again. */
  async #resumeLocally(cart: Cart): Promise<void> {
    this.#set({ cart, isLocal: true })
    if ((await this.#offline.queue.has(cart.id)) && this.#state.cart?.id === cart.id) this.startAnew()
  }

  /** The cart that was open when the page went away, while it is still open. */
  #find(id: string): Promise<void> {
    return this.#change(async () => {
      try {
        const cart = await answer(api.GET(openCarts, { params: { path: { id } } }))
        if (cart.status === 'OPEN') return cart
      } catch (error) {
        const shown = this.#journal.shown()
        if (this.#isAlone(error) && shown?.id === id) return this.#kept(localOf(shown))
        if (!isProblem(error, 'not_found')) throw error
      }
      this.#journal.forget()
      return null
    })
  }

  async #finish(open: OpenPayment): Promise<void> {
    this.#set({ paying: open, fault: null })
    for (let attempt = 0; ; attempt += 1) {
      try {
        const sold = await answer(
          api.POST('/pos/carts/{id}/finalize', {
            params: { path: { id: open.cartId }, header: { 'idempotency-key': open.key } },
            body: open.body,
          }),
        )
        if (this.#state.paying === open) this.#set({ sold, paying: null, cart: null })
        return
      } catch (error) {
        // Somebody has gone on without the answer.
        if (this.#state.paying !== open) return
        if (!isPassing(error)) return this.#refused(open, error)
      }
      await pause(attempt)
    }
  }

  async #refused(open: OpenPayment, error: unknown): Promise<void> {
    this.#journal.forgetPayment()
    this.#set({ paying: null, fault: error })
    await this.#find(open.cartId)
    this.#set({ fault: error })
  }

  #open(terminalId: string | null, line: NewLine): Promise<Cart> {
    const id = uuidV7()
    this.#journal.keepCart(id)
    return openCart(id, this.storeId, terminalId, [line], this.#offline.isOnline)
  }

  #patchLine(line: CartLine, body: { quantity?: number; note?: string | null }): Promise<void> {
    return this.#changeLine(line, body, (id) =>
      api.PATCH('/pos/carts/{id}/lines/{lineId}', { params: { path: { id, lineId: line.id } }, body }),
    )
  }

  #changeLine(line: CartLine, change: { quantity?: number; note?: string | null }, ask: Ask): Promise<void> {
    return this.#change(async () => {
      const { cart } = this.#state
      if (cart === null) return null
      return this.#orLocally(
        async () => (await answer(ask(cart.id))) as Cart,
        () => withLine(this.#base(), line.id, change),
      )
    })
  }

  /** At the server while there is one, and else on this device. */
  async #orLocally(atServer: () => Promise<Cart>, locally: () => Cart): Promise<Cart> {
    if (!this.#state.isLocal && this.#offline.isOnline()) {
      try {
        return await atServer()
      } catch (error) {
        if (!this.#isAlone(error)) throw error
      }
    }
    return this.#kept(locally())
  }

  #isAlone(error: unknown): boolean {
    return error instanceof NoAnswer && !this.#offline.isOnline()
  }

  /** What a change on this device builds upon. */
  #base(): Cart {
    const { cart, isLocal } = this.#state
    if (cart === null) return localCart(uuidV7(), this.storeId, new Date(this.#offline.nowMs()).toISOString())
    return isLocal ? cart : localOf(cart)
  }

  #kept(cart: Cart): Cart {
    this.#journal.keepLocal(cart)
    this.#set({ isLocal: true })
    return cart
  }

  async #sellLocally(entry: OfflineEntry): Promise<void> {
    const era = this.#era
    // A second press finds the first one at work.
    if (this.#isKeeping) return
    this.#isKeeping = true
    try {
      await this.#offline.queue.add(entry)
    } catch (error) {
      this.#set({ fault: new DeviceFault('storage', { cause: error }) })
      return
    } finally {
      this.#isKeeping = false
    }
    if (era !== this.#era) return
    this.#era += 1
    this.#journal.forget()
    this.#set({ ...idle, busyCount: this.#state.busyCount, provisional: entry })
  }

  #changeCart(ask: Ask) {
    return this.#change(async () => {
      const { cart } = this.#state
      return cart === null ? null : ((await answer(ask(cart.id))) as Cart)
    })
  }

  /** One change after another; a refusal is shown, and the cart as the server has it. */
  #change(work: () => Promise<Cart | null>): Promise<void> {
    const era = this.#era
    this.#set({ busyCount: this.#state.busyCount + 1 })
    const done = this.#tail.then(async () => {
      try {
        if (era !== this.#era) return
        const cart = await work()
        if (era === this.#era) this.#show(cart)
      } catch (error) {
        if (era === this.#era) this.#set({ fault: error })
      } finally {
        this.#set({ busyCount: this.#state.busyCount - 1 })
      }
    })
    this.#tail = done
    return done
  }

  #show(cart: Cart | null): void {
    if (cart !== null && !this.#state.isLocal) this.#journal.keepShown(cart)
    this.#set({ cart })
  }

  #leaveUnless(status: Cart['status']): boolean {
    if (this.#state.cart === null || this.#state.cart.status === status) return false
    this.startAnew()
    return true
  }

  #set(change: Partial<CartState>): void {
    this.#state = { ...this.#state, ...change }
    for (const listener of this.#listeners) listener()
  }
}

type Ask = (id: string) => Promise<{ data?: Cart; error?: unknown; response: Response }>
