import type { Cart, CartFinalization, CartLine } from '@mostrador/client'
import type { GoodsItem } from '../../catalog/goods-item.ts'
import { FakeClaims } from '../orders/fake-claims.ts'
import { FakeJournal } from '../orders/fake-journal.ts'
import type { PaidOrder } from '../orders/order.ts'
import { OrderBook } from '../orders/order-book.ts'
import { Poller } from '../requests/polling.ts'
import type { CartCheckout, cartCheckout as CartCheckoutOf } from './cart-checkout.ts'
import type { CartCheckoutOptions } from './current-cart.ts'
import { FakeServer } from './fake-server.ts'

type Hook = (work: () => unknown) => void
/** The parts of Vitest that a till is set up with; only tests import Vitest itself. */
interface Runner {
  readonly beforeAll: Hook
  readonly afterAll: Hook
  readonly beforeEach: Hook
  readonly afterEach: Hook
  readonly vi: {
    useFakeTimers(config: { toFake: ('setTimeout' | 'clearTimeout')[] }): unknown
    useRealTimers(): unknown
    advanceTimersByTimeAsync(ms: number): Promise<unknown>
  }
}

interface Queue {
  follow(accountId: string): void
}
/** Loads what sends, later, what a page has left on its disk. */
type LoadQueue = () => Promise<
  (parts: Pick<CartCheckoutOptions, 'book' | 'poller' | 'isOnline' | 'nowMs'>) => Queue
>
/** What was left stays on the disk. */
const noQueue: LoadQueue = async () => () => ({ follow: () => undefined })

/** For the tests of a file: a till whose server and disk are new for each of them, and whose clock stands still. */
export function fakeTillForEach(
  { beforeAll, afterAll, beforeEach, afterEach, vi }: Runner,
  loadQueue = noQueue,
): FakeTill {
  const till = new FakeTill((ms) => vi.advanceTimersByTimeAsync(ms), loadQueue)
  beforeAll(() => till.load())
  afterAll(() => till.unload())
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    till.renew()
  })
  afterEach(() => vi.useRealTimers())
  return till
}

/** A till with its server, and a disk that outlives its pages. */
class FakeTill {
  server = new FakeServer()
  journal = new FakeJournal()
  claims = new FakeClaims()
  /** How often its pages had something to send later. */
  leftToSendCount = 0
  /** Whether a dialog is open. */
  isAsking = false
  readonly #passMs: (ms: number) => Promise<unknown>
  readonly #loadQueue: LoadQueue
  readonly #windows = new WeakMap<
    CartCheckout,
    { book: OrderBook; close: () => void; own: ReadonlySet<string> }
  >()
  readonly #fetch = globalThis.fetch
  #code:
    | {
        cartCheckout: typeof CartCheckoutOf
        queueOf: Awaited<ReturnType<LoadQueue>>
      }
    | undefined

  /** @param passMs lets the timers of its pages run */
  constructor(passMs: (ms: number) => Promise<unknown>, loadQueue: LoadQueue) {
    this.#passMs = passMs
    this.#loadQueue = loadQueue
  }

  /** Loads the till's code; until `unload`, `fetch` reaches the fake server. */
  async load(): Promise<void> {
    const location = { origin: 'http://till.test' }
    Object.assign(globalThis, { location, fetch: (request: Request) => this.server.fetched(request) })
    const { cartCheckout } = await import('./cart-checkout.ts')
    this.#code = { cartCheckout, queueOf: await this.#loadQueue() }
  }

  unload(): void {
    globalThis.fetch = this.#fetch
    Reflect.deleteProperty(globalThis, 'location')
  }

  /** Another server and an empty disk. */
  renew(): void {
    this.server = new FakeServer()
    this.journal = new FakeJournal()
    this.claims = new FakeClaims()
    this.leftToSendCount = 0
    this.isAsking = false
  }

  /** Opens or reloads its page. */
  open(accountId = 'a1'): CartCheckout {
    this.claims.closeAll()
    return this.openBeside(accountId)
  }

  /** Opens another window. @param before what it worked on before it was reloaded */
  openBeside(accountId = 'a1', before?: ReadonlySet<string>): CartCheckout {
    if (this.#code === undefined) throw new TypeError('The till is not set up yet.')
    const { claims, close, own } = this.claims.open(before)
    const book = new OrderBook(this.journal, claims)
    const poller = new Poller((delayMs, work) => {
      const timer = setTimeout(work, delayMs)
      return () => clearTimeout(timer)
    })
    const parts = {
      ...{ book, poller, isOnline: () => this.server.isUp },
      nowMs: () => Date.parse('2026-11-21T10:00:00Z'),
    }
    const queue = this.#code.queueOf(parts)
    queue.follow(accountId)
    const checkout = this.#code.cartCheckout({
      ...{ ...parts, accountId, storeId: 's1' },
      isAsking: () => this.isAsking,
      onLeftToSend: () => {
        this.leftToSendCount += 1
        queue.follow(accountId)
      },
    })
    this.#windows.set(checkout, { book, close, own })
    return checkout
  }

  /** One of its windows comes to the front. */
  async comeToFront(checkout: CartCheckout): Promise<void> {
    await this.#windows.get(checkout)?.book.reload()
    await checkout.takeOver()
  }

  close(checkout: CartCheckout): void {
    this.#windows.get(checkout)?.close()
  }

  /** Reloads one of its windows. */
  reload(checkout: CartCheckout): CartCheckout {
    this.close(checkout)
    return this.openBeside('a1', this.#windows.get(checkout)?.own)
  }

  /** A page with these goods in its cart. */
  async filled(...goods: [GoodsItem, number][]): Promise<CartCheckout> {
    const checkout = this.open()
    for (const [each, quantity] of goods) checkout.add(each, quantity, null)
    await this.settled(checkout)
    return checkout
  }

  /** Waits until all work has ended, pauses included. @throws Error when it does not end within minutes of its clock */
  async settled(checkout: CartCheckout): Promise<void> {
    for (let seconds = 0; seconds < 300; seconds++) {
      await this.#passMs(1_000)
      const { busyCount, paying } = checkout.view()
      if (busyCount === 0 && paying === null) return
    }
    throw new Error('the till does not settle')
  }

  callsOf(pattern: RegExp) {
    return this.server.heard.filter(({ call }) => pattern.test(call))
  }
}

export const cartOf = (checkout: CartCheckout) => checkout.view().cart as Cart
export const lineOf = (checkout: CartCheckout, variantId: string) =>
  cartOf(checkout).lines.find((line) => line.variantId === variantId) as CartLine
export const quantities = (checkout: CartCheckout) =>
  Object.fromEntries((checkout.view().cart?.lines ?? []).map((line) => [line.variantId, line.quantity]))
export const cash = (amountCentavos: number): CartFinalization['payments'] => [
  { method: 'CASH', amountCentavos, tenderedCentavos: amountCentavos },
]
/** A payment that was begun with this cart. */
export const paidOrder = (cart: Cart, sentAtMs: number | null = null): PaidOrder => ({
  ...{ kind: 'goods', state: 'SENT', accountId: 'a1', storeId: 's1', openedAtMs: 0 },
  ...{ key: cart.id, sentAtMs, cart },
  payment: { version: cart.version, payments: cash(cart.totalCentavos) },
  ...{ seller, paidAtMs: 0 },
})
export const seller = { accountId: 'a1', cashierName: 'Ana', terminalId: null, shiftId: 't1' }
