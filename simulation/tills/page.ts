import type { CartCheckout } from '../../web/src/terminal/selling/cart/cart-checkout.ts'
import type { OfflineQueue } from '../../web/src/terminal/selling/offline/offline-queue.ts'
import type { Journal } from '../../web/src/terminal/selling/orders/journal.ts'
import type { OrderBook } from '../../web/src/terminal/selling/orders/order-book.ts'
import { type Answering, asPage, type Engine } from './engine.ts'

interface PageParts {
  readonly engine: Engine
  readonly disk: Journal
  readonly accountId: string
  readonly storeId: string
  readonly isOnline: () => boolean
  readonly nowMs: () => number
  readonly send: (request: Request, page: Page) => Promise<Response>
}

/** What a page that was closed still waits for never comes. */
const never = <T>(): Promise<T> => new Promise(() => undefined)

/**
 * The page of a till: its engine over the device's disk. Its timers run when the simulation says so. Once it is closed,
 * nothing of it goes on, wherever it was.
 */
export class Page implements Answering {
  readonly checkout: CartCheckout
  readonly queue: OfflineQueue
  readonly book: OrderBook
  readonly #parts: PageParts
  readonly #polls = new Set<Promise<unknown>>()
  #timers: (() => void)[] = []
  #close: () => void = () => undefined
  readonly #closed = new Promise<'closed'>((resolve) => {
    this.#close = () => resolve('closed')
  })
  isClosed = false

  constructor(parts: PageParts) {
    this.#parts = parts
    const { engine, accountId, storeId, isOnline, nowMs } = parts
    const { OrderBook, OfflineQueue, cartCheckout, submitOfflineSale } = engine
    const poller = this.#poller()
    const [book, queue, checkout] = asPage(this, () => {
      const book = new OrderBook(this.#disk())
      const alone = (_: string, work: () => Promise<void>) => work()
      const queue = new OfflineQueue({ book, poller, submitOfflineSale, isOnline, nowMs, alone })
      const onSoldOffline = () => queue.follow(accountId)
      const checkout = cartCheckout({ accountId, storeId, book, poller, isOnline, nowMs, onSoldOffline })
      queue.follow(accountId)
      return [book, queue, checkout] as const
    })
    this.book = book
    this.queue = queue
    this.checkout = checkout
  }

  /** Runs work as the page's code, until it has ended or the page is closed. */
  async run(work: (checkout: CartCheckout) => unknown): Promise<void> {
    if (this.isClosed) return
    await Promise.race([asPage(this, async () => work(this.checkout)), this.#closed])
    await this.#rest()
  }

  /** The pauses between its attempts are over: all that waits for its time runs. */
  async passPauses(): Promise<void> {
    await this.run(() => {
      const due = this.#timers
      this.#timers = []
      for (const work of due) work()
    })
  }

  close(): void {
    this.isClosed = true
    this.#timers = []
    this.#close()
  }

  fetch(request: Request): Promise<Response> {
    return this.isClosed ? never() : this.#parts.send(request, this)
  }

  /** Waits until nothing of it is at work. */
  async #rest(): Promise<void> {
    do {
      await Promise.race([
        Promise.all([...this.#polls, asPage(this, () => this.checkout.settled())]),
        this.#closed,
      ])
      await new Promise((resolve) => setImmediate(resolve))
    } while (!this.isClosed && this.#polls.size > 0)
  }

  #poller() {
    const { Poller } = this.#parts.engine
    const page = this
    return new (class extends Poller {
      override start(name: string, poll: Parameters<InstanceType<typeof Poller>['start']>[1]): void {
        super.start(name, (count) => {
          const polled = poll(count)
          const ended: Promise<unknown> = polled
            .catch(() => undefined)
            .finally(() => page.#polls.delete(ended))
          page.#polls.add(ended)
          return polled
        })
      }
    })((_, work) => {
      page.#timers.push(work)
      return () => {
        page.#timers = page.#timers.filter((each) => each !== work)
      }
    })
  }

  #disk(): Journal {
    const { disk } = this.#parts
    const whileOpen = <T>(work: () => Promise<T>): Promise<T> =>
      this.isClosed ? never() : work().then((done) => (this.isClosed ? never() : done))
    return {
      all: () => whileOpen(() => disk.all()),
      change: (key, change) => whileOpen(() => disk.change(key, change)),
    }
  }
}
