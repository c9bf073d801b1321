import { ProblemError } from '@mostrador/client'
import { createStore } from 'zustand/vanilla'
import { isUndecided } from './answers.ts'
import type { Again, Asking } from './asking.ts'
import { isOffline, isOpen, type OfflineOrder } from './order.ts'
import type { OrderBook } from './order-book.ts'

/** For how long a sale that has found its end is still shown. */
const shownForMs = 24 * 60 * 60_000
const roundEveryMs = 15_000
/** What waits for a supervisor is asked about in every so many rounds. */
const heldEvery = 4
const lockName = 'mostrador-hand-in'

interface Parts {
  readonly book: OrderBook
  readonly asking: Asking
  /** Hands a sale in. @throws ProblemError · NoAnswer */
  readonly handedIn: (order: OfflineOrder, nowMs: number) => Promise<Partial<OfflineOrder>>
  readonly isOnline: () => boolean
  readonly nowMs: () => number
  /** Runs the work while no other window of this device does. */
  readonly alone: (name: string, work: () => Promise<void>) => Promise<void>
}

const laneOf = (accountId: string) => `hand in ${accountId}`

/**
 * Hands in the sales that this device made without a network, one after another, oldest first, until each is settled;
 * the server takes each once for its key, whatever is lost or doubled on the way.
 */
export class HandIn {
  readonly store = createStore(() => ({ isSending: false }))
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
    void parts.book.loaded.then(() => this.#forgetSettled())
  }

  /** Hands in what an account has sold, until nothing of it waits. */
  follow(accountId: string): void {
    this.#parts.asking.until(laneOf(accountId), (count) => this.#round(accountId, count))
  }

  unfollow(accountId: string): void {
    this.#parts.asking.stop(laneOf(accountId))
  }

  /** Hands in one sale, also one that was refused, or that somebody else has left here. */
  sendOne(key: string): Promise<void> {
    return this.#sendAll((order) => order.key === key && isOpen(order))
  }

  async #round(accountId: string, count: number): Promise<Again> {
    const { book, isOnline } = this.#parts
    await book.loaded
    const isOwn = (order: OfflineOrder) => order.accountId === accountId
    if (isOnline()) {
      await this.#sendAll((order) => isOwn(order) && order.state === 'WAITING')
      if (count % heldEvery === 1) await this.#sendAll((order) => isOwn(order) && order.state === 'HELD')
      this.#forgetSettled()
    }
    const isLeft = book
      .those(isOffline)
      .some((order) => isOwn(order) && (order.state === 'WAITING' || order.state === 'HELD'))
    return isLeft ? { inMs: roundEveryMs } : null
  }

  async #sendAll(isMeant: (order: OfflineOrder) => boolean): Promise<void> {
    const { book, alone } = this.#parts
    await book.loaded
    const meant = () => book.those(isOffline).filter(isMeant)
    if (this.store.getState().isSending || meant().length === 0) return
    this.store.setState({ isSending: true })
    try {
      await alone(lockName, async () => {
        // Another window may have sent them meanwhile.
        await book.reload()
        for (const order of meant()) if (!(await this.#send(order))) return
      })
    } finally {
      this.store.setState({ isSending: false })
    }
  }

  /** @returns whether it makes sense to go on with the next one */
  async #send(order: OfflineOrder): Promise<boolean> {
    const { book, handedIn, nowMs } = this.#parts
    try {
      const outcome = await handedIn(order, nowMs())
      await book.amend<OfflineOrder>(order.key, outcome)
      return true
    } catch (error) {
      // Nobody answers, the session is over, or the server has too much to do: all that waits goes on waiting.
      if (isUndecided(error) || !(error instanceof ProblemError)) return false
      await book.amend<OfflineOrder>(order.key, { state: 'REFUSED', faultCode: error.code })
      return true
    }
  }

  #forgetSettled(): void {
    const { book, nowMs } = this.#parts
    for (const order of book.those(isOffline)) {
      const isOver = !isOpen(order) && (order.settledAtMs ?? 0) < nowMs() - shownForMs
      if (isOver) void book.drop(order.key, 'BOOKED', 'DISCARDED')
    }
  }
}
