import type { Sale, VasKind } from '../api/types.ts'
import type { Journal } from './journal.ts'
import { kindOf, type OpenOrder, type Order } from './order.ts'
import {
  advance,
  initialState,
  type Refusal,
  type Result,
  resultOf,
  type SaleEvent,
  type SaleState,
} from './sale-machine.ts'
import type { Truth } from './truth.ts'

interface Parts {
  accountId: string
  /** What is sold here; the journal is shared with the desks of the other kinds. */
  kind: VasKind
  journal: Journal
  /** `onSending` is called right before the order itself leaves, and not for mere questions. */
  truthOf: (open: OpenOrder, nowMs: number, onSending: () => void) => Promise<Truth>
  nowMs: () => number
  makeKey: () => string
  /** Runs `work` later; the answer cancels it. */
  after: (delayMs: number, work: () => void) => () => void
}

/** How an order has ended; `null`: a parked one that is only shown to whoever recalls it. */
type Settled = (open: OpenOrder, result: Result | null, wasParked: boolean) => void

/**
 * One person's sales of a kind on this device: the one on the screen, and those that were parked while
 * the provider thinks. It lives outside the screens, so none of them can lose a sale by breaking, and it
 * asks about every open order until its end is known.
 */
export class SaleDesk {
  readonly #parts: Parts
  readonly #listeners = new Set<() => void>()
  readonly #settledListeners = new Set<Settled>()
  /** Orders that are being asked about: how often so far, and what cancels the next time. */
  readonly #turns = new Map<string, { count: number; cancel: () => void }>()
  #state: SaleState = initialState
  #parked: readonly OpenOrder[] = []
  /** Parked orders that have ended and wait to be looked at; with the result, where it is known already. */
  #ready: ReadonlyMap<string, Result | null> = new Map()

  constructor(parts: Parts) {
    this.#parts = parts
  }

  readonly state = (): SaleState => this.#state
  readonly parked = (): readonly OpenOrder[] => this.#parked
  readonly ready = (): ReadonlyMap<string, Result | null> => this.#ready

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Tells the end of every order, on the screen or not. */
  onSettled(listener: Settled): () => void {
    this.#settledListeners.add(listener)
    return () => this.#settledListeners.delete(listener)
  }

  /** Sends an order, once: a second press finds it already on its way. */
  submit(order: Order): void {
    const { accountId, makeKey, nowMs, journal } = this.#parts
    const open: OpenOrder = {
      key: makeKey(),
      accountId,
      order,
      openedAtMs: nowMs(),
      sentAtMs: null,
      saleId: null,
      isParked: false,
    }
    const before = this.#state
    this.dispatch({ type: 'submitted', open })
    if (this.#state === before) return
    try {
      journal.write(open)
    } catch {
      this.#settle(open, notAttempted({ code: 'storage_unavailable', detail: null, earlier: null }))
      return
    }
    this.#follow(open)
  }

  /** Picks up what a reload or a crash left behind: the latest order on the screen, the rest parked. */
  resume(): void {
    const { accountId, kind, journal } = this.#parts
    const mine = journal.all().filter((open) => open.accountId === accountId && kindOf(open) === kind)
    const onScreen = mine.findLast((open) => !open.isParked)
    this.#parked = mine.filter((open) => open !== onScreen).map((open) => ({ ...open, isParked: true }))
    if (onScreen !== undefined) this.dispatch({ type: 'resumed', open: onScreen })
    this.#notify()
    for (const open of mine) this.#follow(open)
  }

  /** Brings a parked order that has ended onto the screen, unless another sale is under way there. */
  recall(key: string): void {
    const parked = this.#parked.find((open) => open.key === key)
    const { step } = this.#state
    if (parked === undefined || (step !== 'form' && step !== 'confirm')) return
    const open = { ...parked, isParked: false }
    const result = this.#ready.get(key) ?? null
    this.#unpark(key)
    this.#keep(open)
    this.dispatch({ type: 'resumed', open })
    if (result === null) this.#follow(open)
    else this.#settle(open, result)
  }

  /** Asks about an order at once instead of waiting for its turn. */
  checkNow(key: string): void {
    this.#askAfter(key, 0)
  }

  /** Stops asking, because the person leaves; the journal keeps what is open. */
  stop(): void {
    for (const { cancel } of this.#turns.values()) cancel()
    this.#turns.clear()
  }

  dispatch(event: SaleEvent): void {
    const before = this.#state
    this.#state = advance(before, event)
    if (this.#state === before) return
    if (event.type === 'parked' && before.step === 'pending') {
      const parked = { ...before.open, isParked: true }
      this.#parked = [...this.#parked, parked]
      this.#keep(parked)
    }
    this.#notify()
  }

  #follow(open: OpenOrder): void {
    this.#turns.set(open.key, { count: 0, cancel: () => undefined })
    void this.#ask(open.key)
  }

  #askAfter(key: string, delayMs: number): void {
    const turn = this.#turns.get(key)
    if (turn === undefined) return
    turn.cancel()
    turn.cancel = this.#parts.after(delayMs, () => void this.#ask(key))
  }

  async #ask(key: string): Promise<void> {
    const { truthOf, nowMs } = this.#parts
    const open = this.#find(key)
    const turn = this.#turns.get(key)
    if (open === undefined || turn === undefined) return
    turn.count += 1
    // Written before it leaves: from then on a refusal of a later attempt proves nothing by itself.
    const truth = await truthOf(open, nowMs(), () => this.#change(key, { sentAtMs: nowMs() }))
    this.#learn(key, truth, turn.count)
  }

  #learn(key: string, truth: Truth, count: number): void {
    const open = this.#find(key)
    if (open === undefined) return
    const pauseMs = pauseAfter(count)
    switch (truth.kind) {
      case 'refused':
        this.#settle(open, notAttempted(truth.refusal))
        break
      case 'unknown': {
        const delayMs = truth.retryAfterMs ?? pauseMs
        this.dispatch({ type: 'unanswered', key, nextCheckAtMs: Date.now() + delayMs })
        this.#askAfter(key, delayMs)
        break
      }
      case 'known':
        this.#await(key, truth.saleId, null, pauseMs)
        break
      case 'ready':
        this.#lieReady(open, truth.saleId, null)
        break
      case 'sale': {
        const { sale, retryAfterMs = 0 } = truth
        const result = resultOf(sale)
        if (result === null) this.#await(key, sale.id, sale, Math.max(pauseMs, retryAfterMs))
        else this.#settle(open, result)
      }
    }
  }

  #await(key: string, saleId: string, sale: Sale | null, delayMs: number): void {
    this.#change(key, { saleId })
    this.dispatch({ type: 'saleKnown', key, saleId, sale, nextCheckAtMs: Date.now() + delayMs })
    this.#askAfter(key, delayMs)
  }

  #settle(open: OpenOrder, result: Result): void {
    const wasParked = this.#parked.some((each) => each.key === open.key)
    // Its code is shown once, and nobody is looking: it waits in memory, never on the device.
    if (wasParked && result.variant === 'APPROVED_PIN') {
      this.#lieReady(open, result.sale.id, result)
      return
    }
    this.#turns.delete(open.key)
    this.#parts.journal.erase(open.key)
    this.#unpark(open.key)
    this.dispatch({ type: 'settled', key: open.key, result })
    this.#tellEnd(open, result, wasParked)
  }

  /** The journal keeps it until it was looked at, so that a reload finds it again. */
  #lieReady(open: OpenOrder, saleId: string, result: Result | null): void {
    this.#turns.delete(open.key)
    this.#change(open.key, { saleId })
    this.#ready = new Map(this.#ready).set(open.key, result)
    this.#tellEnd(open, null, true)
  }

  #unpark(key: string): void {
    this.#parked = this.#parked.filter((open) => open.key !== key)
    this.#ready = new Map([...this.#ready].filter(([each]) => each !== key))
  }

  #tellEnd(open: OpenOrder, result: Result | null, wasParked: boolean): void {
    for (const listener of this.#settledListeners) listener(open, result, wasParked)
    this.#notify()
  }

  #find(key: string): OpenOrder | undefined {
    const state = this.#state
    if ((state.step === 'processing' || state.step === 'pending') && state.open.key === key) return state.open
    return this.#parked.find((open) => open.key === key)
  }

  #change(key: string, facts: Partial<Pick<OpenOrder, 'sentAtMs' | 'saleId'>>): void {
    const open = this.#find(key)
    if (open === undefined) return
    const next = { ...open, ...facts }
    const state = this.#state
    if (next.isParked) this.#parked = this.#parked.map((each) => (each.key === key ? next : each))
    else if (state.step === 'processing' || state.step === 'pending') this.#state = { ...state, open: next }
    this.#keep(next)
    this.#notify()
  }

  /** The entry of the first write is there already, with the same key: enough to find the truth by. */
  #keep(open: OpenOrder): void {
    try {
      this.#parts.journal.write(open)
    } catch (error) {
      console.warn('the order could not be brought up to date on this device', error)
    }
  }

  #notify(): void {
    for (const listener of this.#listeners) listener()
  }
}

const notAttempted = (refusal: Refusal): Result => ({ variant: 'NOT_ATTEMPTED', refusal })

/** Pauses between questions, longer each time. */
const pausesMs = [1000, 2000, 3000, 5000, 8000, 13_000] as const

function pauseAfter(count: number): number {
  return pausesMs[count - 1] ?? 20_000
}
