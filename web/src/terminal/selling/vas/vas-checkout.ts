import type { VasKind, VasSale } from '@mostrador/client'
import { createStore } from 'zustand/vanilla'
import type { Order, VasOrder, VasTerms } from '../orders/order.ts'
import type { OrderBook } from '../orders/order-book.ts'
import { type NextPoll, type Poller, pollPauseMs } from '../requests/polling.ts'
import {
  advance,
  initialState,
  type Refusal,
  type Result,
  resultOf,
  type SaleEvent,
  type SaleState,
} from './sale-machine.ts'
import type { VasOrderStatus } from './vas-order-status.ts'

interface VasCheckoutOptions {
  readonly accountId: string
  /** The kind sold here; checkouts of all kinds share the book. */
  readonly kind: VasKind
  readonly book: OrderBook
  readonly poller: Poller
  /** `onSending` is awaited right before the order itself is sent, and not before mere lookups. */
  readonly vasOrderStatus: (
    order: VasOrder,
    nowMs: number,
    onSending: () => Promise<void>,
  ) => Promise<VasOrderStatus>
  readonly nowMs: () => number
  readonly makeKey: () => string
}

/** Before a pause of this length the cashier is free to serve the next customer. */
const longPauseMs = 10_000

/** How an order ended; `null` for a parked one whose result is shown only when it is recalled. */
type Settled = (order: VasOrder, result: Result | null, wasParked: boolean) => void

interface Shown {
  readonly sale: SaleState
  /** Parked orders that have ended and wait to be opened, with the result if it is known. */
  readonly ready: ReadonlyMap<string, Result | null>
}

/**
 * One person's sales of one kind on this device: the one on the screen, and those parked while the provider
 * works. It lives outside the screens, so none of them can lose a sale, and it polls every open order until
 * its end is known.
 */
export class VasCheckout {
  readonly store = createStore<Shown>(() => ({ sale: initialState, ready: new Map() }))
  readonly #options: VasCheckoutOptions
  readonly #settledListeners = new Set<Settled>()
  /** Where the next sale is made; `null` before it is known. */
  #storeId: string | null = null

  constructor(options: VasCheckoutOptions) {
    this.#options = options
  }

  readonly state = (): SaleState => this.store.getState().sale
  readonly ready = (): ReadonlyMap<string, Result | null> => this.store.getState().ready

  /**
   * From now on sales are made in this store. What was filled in for another one is dropped: that store may be another
   * merchant's, with other terms.
   */
  enterStore(storeId: string): void {
    const isOther = this.#storeId !== null && this.#storeId !== storeId
    this.#storeId = storeId
    if (isOther && this.#isFree()) this.dispatch({ type: 'restarted' })
  }

  /** Parked orders, oldest first. */
  parked(): VasOrder[] {
    return this.#own().filter(({ isParked }) => isParked)
  }

  /** Reports the end of every order, on the screen or parked. */
  onSettled(listener: Settled): () => void {
    this.#settledListeners.add(listener)
    return () => this.#settledListeners.delete(listener)
  }

  /**
   * Sends an order once; a second press changes nothing. It is on disk before it is sent. Terms of a store that the person
   * has left are not sent: "sell again" would charge that store, and the cash would go into this one's drawer.
   */
  async submit(terms: VasTerms): Promise<void> {
    const { accountId, kind, makeKey, nowMs, book } = this.#options
    if (this.#isElsewhere(terms)) return this.dispatch({ type: 'restarted' })
    const order: VasOrder = {
      kind,
      state: 'SENT',
      key: makeKey(),
      accountId,
      terms,
      openedAtMs: nowMs(),
      sentAtMs: null,
      saleId: null,
      isParked: false,
    }
    const before = this.state()
    this.dispatch({ type: 'submitted', open: order })
    if (this.state() === before) return
    try {
      await book.put(order)
    } catch {
      this.#settle(order, notAttempted({ code: 'storage_unavailable', detail: null, earlier: null }))
      return
    }
    this.#follow(order.key)
  }

  /** Resumes what a reload, a crash or a closed window left behind: the latest order on the screen, the rest parked. */
  async resume(): Promise<void> {
    const { book } = this.#options
    const own = await book.unclaimed(this.#isOwn)
    // What the cashier is filling in for a customer stays on the screen.
    const latest = this.state() === initialState ? own.findLast(({ isParked }) => !isParked) : undefined
    if (latest !== undefined) this.dispatch({ type: 'resumed', open: latest })
    for (const { key, isParked } of own) {
      if (key !== this.#onScreen()?.key && !isParked) void book.amend<VasOrder>(key, { isParked: true })
      this.#follow(key)
    }
  }

  /** Shows a parked order that has ended, unless another sale is in progress on the screen. */
  recall(key: string): void {
    const parked = this.parked().find((order) => order.key === key)
    if (parked === undefined || !this.#isFree()) return
    const order = { ...parked, isParked: false }
    const result = this.ready().get(key) ?? null
    this.#forgetReady(key)
    void this.#options.book.amend<VasOrder>(key, { isParked: false })
    this.dispatch({ type: 'resumed', open: order })
    if (result === null) this.#follow(key)
    else this.#settle(order, result)
  }

  /** Polls an order now instead of waiting for the next attempt. */
  checkNow(key: string): void {
    this.#options.poller.pollNow(key)
  }

  /** Stops polling when the person leaves; the journal keeps open orders. */
  stop(): void {
    const { poller, book } = this.#options
    for (const { key } of this.#own()) {
      poller.stop(key)
      book.claims.release(key)
    }
  }

  dispatch(event: SaleEvent): void {
    const before = this.state()
    // A refused sale of another store is not filled in again in this one.
    const isLost =
      event.type === 'corrected' && before.step === 'outcome' && this.#isElsewhere(before.open.terms)
    const sale = advance(before, isLost ? { type: 'restarted' } : event)
    if (sale === before) return
    this.store.setState({ sale })
    if (event.type === 'parked' && before.step === 'pending') {
      void this.#options.book.amend<VasOrder>(before.open.key, { isParked: true })
    }
  }

  /** Whether no sale is in progress on the screen. */
  #isFree(): boolean {
    const { step } = this.state()
    return step === 'form' || step === 'confirm'
  }

  #isElsewhere({ storeId }: VasTerms): boolean {
    return this.#storeId !== null && this.#storeId !== storeId
  }

  /** The order in progress on the screen. */
  #onScreen(): VasOrder | undefined {
    const sale = this.state()
    return sale.step === 'processing' || sale.step === 'pending' ? sale.open : undefined
  }

  readonly #isOwn = (order: Order): order is VasOrder =>
    order.kind === this.#options.kind && order.accountId === this.#options.accountId

  #own(): VasOrder[] {
    return this.#options.book.select(this.#isOwn)
  }

  /** The order on the screen is followed to its end, even after another window has removed it from the device. */
  #find(key: string): VasOrder | undefined {
    return [...this.#own(), this.#onScreen()].find((order) => order?.key === key)
  }

  #follow(key: string): void {
    this.#options.book.claims.claim(key)
    this.#options.poller.start(key, (count) => this.#poll(key, count))
  }

  async #poll(key: string, count: number): Promise<NextPoll> {
    const { vasOrderStatus, nowMs } = this.#options
    const order = this.#find(key)
    if (order === undefined) return null
    // Stored before it is sent: from then on, the refusal of a later attempt proves nothing by itself.
    const status = await vasOrderStatus(order, nowMs(), () => this.#amend(key, { sentAtMs: nowMs() }))
    const present = this.#find(key)
    return present === undefined ? null : this.#apply(present, status, count)
  }

  async #apply(order: VasOrder, status: VasOrderStatus, count: number): Promise<NextPoll> {
    const { key } = order
    const pauseMs = pollPauseMs(count)
    switch (status.kind) {
      case 'refused':
        return this.#settle(order, notAttempted(status.refusal))
      case 'unknown': {
        const inMs = status.retryAfterMs ?? pauseMs
        const isLongPause = inMs >= longPauseMs
        this.dispatch({ type: 'unanswered', key, nextCheckAtMs: Date.now() + inMs, isLongPause })
        return { inMs }
      }
      case 'known':
        return this.#await(key, status.saleId, null, pauseMs)
      case 'ready':
        return this.#markReady(order, status.saleId, null)
      case 'sale': {
        const { sale, retryAfterMs = 0 } = status
        const result = resultOf(sale)
        if (result !== null) return this.#settle(order, result)
        return this.#await(key, sale.id, sale, Math.max(pauseMs, retryAfterMs))
      }
    }
  }

  async #await(key: string, saleId: string, sale: VasSale | null, inMs: number): Promise<NextPoll> {
    void this.#amend(key, { saleId })
    this.dispatch({ type: 'saleKnown', key, saleId, sale, nextCheckAtMs: Date.now() + inMs })
    return { inMs }
  }

  #settle(order: VasOrder, result: Result): null {
    const { key, isParked } = order
    if (isParked && isToBeShown(result)) return this.#markReady(order, result.sale.id, result)
    void this.#options.book.drop(key, 'SENT')
    this.#forgetReady(key)
    this.dispatch({ type: 'settled', key, result })
    this.#notifySettled(order, result, isParked)
    return null
  }

  /** The journal keeps the order until it was opened, so that a reload finds it. */
  #markReady(order: VasOrder, saleId: string, result: Result | null): null {
    void this.#amend(order.key, { saleId })
    this.store.setState({ ready: new Map(this.ready()).set(order.key, result) })
    this.#notifySettled(order, result?.variant === 'APPROVED_PIN' ? null : result, true)
    return null
  }

  #forgetReady(key: string): void {
    this.store.setState({ ready: new Map([...this.ready()].filter(([each]) => each !== key)) })
  }

  #notifySettled(order: VasOrder, result: Result | null, wasParked: boolean): void {
    for (const listener of this.#settledListeners) listener(order, result, wasParked)
  }

  /** Updates the book, and the screen if the order is there. */
  async #amend(key: string, facts: Partial<Pick<VasOrder, 'sentAtMs' | 'saleId'>>): Promise<void> {
    const sale = this.state()
    if ((sale.step === 'processing' || sale.step === 'pending') && sale.open.key === key) {
      this.store.setState({ sale: { ...sale, open: { ...sale.open, ...facts } } })
    }
    await this.#options.book.amend<VasOrder>(key, facts)
  }
}

const notAttempted = (refusal: Refusal): Result => ({ variant: 'NOT_ATTEMPTED', refusal })

/**
 * Whether the end of a parked sale waits until it is recalled. A PIN is shown only once and nobody is looking, so it waits
 * in memory and is never stored. Money that has to go back would be forgotten with a notice of it.
 */
const isToBeShown = (result: Result): result is Extract<Result, { sale: VasSale }> =>
  result.variant === 'APPROVED_PIN' || result.variant === 'DECLINED' || result.variant === 'REVERSED'
