import { uuidV7 } from '../../client/src/uuid-v7.ts'
import type { CartCheckout } from '../../web/src/terminal/selling/cart/cart-checkout.ts'
import type { CartView } from '../../web/src/terminal/selling/cart/cart-view.ts'
import type { OfflineQueue } from '../../web/src/terminal/selling/offline/offline-queue.ts'
import type { Journal } from '../../web/src/terminal/selling/orders/journal.ts'
import type { VasOrder } from '../../web/src/terminal/selling/orders/order.ts'
import type { OrderBook } from '../../web/src/terminal/selling/orders/order-book.ts'
import type { OrderClaims } from '../../web/src/terminal/selling/orders/order-claims.ts'
import type { Result } from '../../web/src/terminal/selling/vas/sale-machine.ts'
import type { VasCheckout } from '../../web/src/terminal/selling/vas/vas-checkout.ts'
import { type Answering, asPage, type Engine } from './engine.ts'

interface PageParts {
  readonly engine: Engine
  /** The device's disk. */
  readonly read: Journal['all']
  readonly write: (...of: [...Parameters<Journal['change']>, Page]) => ReturnType<Journal['change']>
  /** Runs the work in one window of the device at a time. */
  readonly alone: (work: () => Promise<void>, page: Page) => Promise<void>
  readonly claims: OrderClaims
  readonly accountId: string
  readonly storeId: string
  readonly isOnline: () => boolean
  readonly nowMs: () => number
  readonly send: (request: Request, page: Page) => Promise<Response>
  /** A sale of a service has ended; `null`: its result waits to be opened. */
  readonly onServiceEnded: (order: VasOrder, result: Result | null) => void
}

/**
 * The page of a till: its engine over the device's disk. Its timers run when the simulation says so. Once it is closed,
 * nothing of it goes on, wherever it was.
 */
export class Page implements Answering {
  readonly checkout: CartCheckout
  readonly airtime: VasCheckout
  readonly queue: OfflineQueue
  readonly book: OrderBook
  readonly #parts: PageParts
  /** What it waits for: answers and its disk. */
  readonly #awaited = new Set<Promise<unknown>>()
  /** Its requests that are still carried out, also after it was closed. */
  readonly #underWay = new Set<Promise<unknown>>()
  #timers: (() => void)[] = []
  #close: () => void = () => undefined
  readonly closed = new Promise<'closed'>((resolve) => {
    this.#close = () => resolve('closed')
  })
  isClosed = false

  constructor(parts: PageParts) {
    this.#parts = parts
    const { engine, claims, accountId, storeId, isOnline, nowMs } = parts
    const { OrderBook, OfflineQueue, Poller, VasCheckout, cartCheckout } = engine
    const { cancelLeftCart, submitOfflineSale, vasOrderStatus } = engine
    const poller = new Poller((_, work) => this.#later(work))
    const [book, queue, checkout, airtime] = asPage(this, () => {
      const book = new OrderBook(this.#disk(), claims)
      const alone = (_: string, work: () => Promise<void>) => this.#whileOpen(() => parts.alone(work, this))
      const calls = { submitOfflineSale, cancelLeftCart }
      const queue = new OfflineQueue({ ...calls, book, poller, isOnline, nowMs, alone })
      const onLeftToSend = () => queue.follow(accountId)
      const cartParts = { accountId, storeId, book, poller, isOnline, nowMs, onLeftToSend }
      const checkout = cartCheckout({ ...cartParts, isAsking: () => false })
      queue.follow(accountId)
      const kind = 'airtime'
      const airtime = new VasCheckout({
        accountId,
        kind,
        book,
        poller,
        vasOrderStatus,
        nowMs,
        makeKey: uuidV7,
      })
      airtime.onSettled(parts.onServiceEnded)
      void airtime.resume()
      return [book, queue, checkout, airtime] as const
    })
    this.book = book
    this.queue = queue
    this.checkout = checkout
    this.airtime = airtime
  }

  /** Runs work as the page's code, until it has ended, or the page is closed and the server does nothing more for it. */
  async run(work: (checkout: CartCheckout) => unknown): Promise<void> {
    if (this.isClosed) return
    await Promise.race([asPage(this, async () => work(this.checkout)), this.closed])
    await this.#rest()
    await Promise.allSettled(this.#underWay)
  }

  /**
   * The pauses between its attempts are over: all that waits for its time runs.
   *
   * @param meanwhile what its person does before any of it has ended
   */
  async passPauses(meanwhile: (checkout: CartCheckout) => unknown = () => undefined): Promise<void> {
    await this.run((checkout) => {
      const due = this.#timers
      this.#timers = []
      for (const work of due) work()
      return meanwhile(checkout)
    })
  }

  /** It comes to the front. */
  async takeOver(): Promise<void> {
    const { book, queue, airtime } = this
    const { engine, accountId } = this.#parts
    await this.run((cart) => engine.takeOver(accountId, { book, queue, cart, services: [airtime] }))
  }

  /** The sale of this order, while it is on the screen. */
  sold(key: string): CartView['sold'] {
    return this.checkout.store.getState().order?.key === key ? this.checkout.view().sold : null
  }

  hasShownAsSold(key: string): boolean {
    return this.sold(key) !== null || this.checkout.view().provisional?.key === key
  }

  /** The order whose payment it waits for. */
  get payingKey(): string | undefined {
    return this.checkout.view().paying?.key
  }

  close(): void {
    this.isClosed = true
    this.#timers = []
    this.#close()
  }

  fetch(request: Request): Promise<Response> {
    return this.#whileOpen(() => {
      const sent = this.#parts.send(request, this)
      this.#underWay.add(sent)
      return sent.finally(() => this.#underWay.delete(sent))
    })
  }

  /** Waits until it waits for nothing. */
  async #rest(): Promise<void> {
    do {
      const ended = Promise.allSettled([...this.#awaited, asPage(this, () => this.checkout.settled())])
      await Promise.race([ended, this.closed])
      await new Promise((resolve) => setImmediate(resolve))
    } while (!this.isClosed && this.#awaited.size > 0)
  }

  /** What a page that was closed still waits for never comes. */
  #whileOpen<T>(work: () => Promise<T>): Promise<T> {
    if (this.isClosed) return new Promise(() => undefined)
    const done = work()
    this.#awaited.add(done)
    const ended = Promise.allSettled([done]).then(() => this.#awaited.delete(done))
    return ended.then(() => (this.isClosed ? new Promise(() => undefined) : done))
  }

  /** @returns a function that cancels it */
  #later(work: () => void): () => void {
    this.#timers.push(work)
    return () => {
      this.#timers = this.#timers.filter((each) => each !== work)
    }
  }

  #disk(): Journal {
    const { read, write } = this.#parts
    return {
      all: () => this.#whileOpen(read),
      change: (key, change) => this.#whileOpen(() => write(key, change, this)),
    }
  }
}
