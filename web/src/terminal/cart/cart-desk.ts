import { answer, api } from '../../api/client.ts'
import { ApiProblem, isProblem, NoAnswer } from '../../api/problem.ts'
import type { Cart, CartLine, Finalizing, SoldCart } from '../../api/types.ts'
import { uuidV7 } from '../../api/uuid-v7.ts'
import type { GoodsItem } from '../goods/goods-item.ts'
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
}

const idle: CartState = { cart: null, coming: [], busyCount: 0, fault: null, paying: null, sold: null }
const retryMs = [500, 1000, 2000, 3000] as const
const openCarts = '/pos/carts/{id}'

/** Whether asking again may help: nobody answered, or the server was not able to. */
const isPassing = (error: unknown) =>
  error instanceof NoAnswer ||
  (error instanceof ApiProblem && (error.status >= 500 || error.status === 429)) ||
  isProblem(error, 'idempotency_key_in_use')

const pause = (attempt: number) =>
  new Promise((resolve) => setTimeout(resolve, retryMs[Math.min(attempt, retryMs.length - 1)]))

/**
 * The cart at this till. Changes go to the server one after another, each once; what it answers is shown.
 * It lives outside the screens, so that a sale under way outlasts them, and the device's journal knows the
 * cart and the payment, so that it outlasts the page as well.
 */
export class CartDesk {
  readonly storeId: string
  readonly #journal: CartJournal
  readonly #listeners = new Set<() => void>()
  #state: CartState = idle
  #tail: Promise<void> = Promise.resolve()
  /** Another cart has taken the place of the one that waiting changes were meant for. */
  #era = 0

  constructor(storeId: string, journal: CartJournal) {
    this.storeId = storeId
    this.#journal = journal
    this.#resume()
  }

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  readonly state = () => this.#state

  /** Puts goods into the cart; shown at once, priced by the server. */
  add(item: GoodsItem, quantity: number, terminalId: string | null): void {
    const line: ComingLine = { key: uuidV7(), item, quantity }
    this.#set({ coming: [...this.#state.coming, line] })
    void this.#change(async () => {
      const body = { variantId: item.variantId, quantity }
      try {
        return await (this.#state.cart === null
          ? this.#open(terminalId, body)
          : this.#put(this.#state.cart.id, body, line.key))
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
    return this.#changeCart((id) =>
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
    }
    try {
      this.#journal.keepPayment(open)
    } catch (error) {
      this.#set({ fault: error })
      return Promise.resolve()
    }
    return this.#finish(open)
  }

  /** The next customer. */
  startAnew(): void {
    this.#era += 1
    this.#journal.forget()
    this.#set({ ...idle, busyCount: this.#state.busyCount })
  }

  #resume(): void {
    const payment = this.#journal.payment()
    if (payment !== null) void this.#finish(payment)
    else if (this.#journal.cartId() !== null) void this.#find(this.#journal.cartId() ?? '')
  }

  /** The cart that was open when the page went away, while it is still open. */
  #find(id: string): Promise<void> {
    return this.#change(async () => {
      try {
        const cart = await answer(api.GET(openCarts, { params: { path: { id } } }))
        if (cart.status === 'OPEN') return cart
      } catch (error) {
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
        this.#set({ sold, paying: null, cart: null })
        return
      } catch (error) {
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

  async #open(terminalId: string | null, line: { variantId: string; quantity: number }): Promise<Cart> {
    const id = uuidV7()
    this.#journal.keepCart(id)
    const body = {
      storeId: this.storeId,
      id,
      ...(terminalId !== null && { terminalId }),
      lines: [line],
    }
    return insist(() => answer(api.POST('/pos/carts', { body })))
  }

  #put(id: string, body: { variantId: string; quantity: number }, key: string): Promise<Cart> {
    return insist(() =>
      answer(
        api.POST('/pos/carts/{id}/lines', {
          params: { path: { id }, header: { 'idempotency-key': key } },
          body,
        }),
      ),
    )
  }

  #patchLine(line: CartLine, body: { quantity?: number; note?: string | null }): Promise<void> {
    return this.#changeCart((id) =>
      api.PATCH('/pos/carts/{id}/lines/{lineId}', { params: { path: { id, lineId: line.id } }, body }),
    )
  }

  #changeCart(ask: (id: string) => Promise<{ data?: Cart; error?: unknown; response: Response }>) {
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
        if (era === this.#era) this.#set({ cart })
      } catch (error) {
        if (era === this.#era) this.#set({ fault: error })
      } finally {
        this.#set({ busyCount: this.#state.busyCount - 1 })
      }
    })
    this.#tail = done
    return done
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

/** Asks a few times where nobody answers; the request says by its key or id that it is the same one. */
async function insist<T>(ask: () => Promise<T>): Promise<T> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await ask()
    } catch (error) {
      if (!isPassing(error) || attempt >= 3) throw error
    }
    await pause(attempt)
  }
}
