import { AsyncLocalStorage } from 'node:async_hooks'

/** What answers a page's requests. */
export interface Answering {
  fetch(request: Request): Promise<Response>
}

/** The page whose code runs, so that its requests and pauses go its own way, and those of the server do not. */
const here = new AsyncLocalStorage<Answering>()

/** Runs work as the code of a page, with everything that follows from it. */
export const asPage = <T>(page: Answering, work: () => T): T => here.run(page, work)

/** The longest pause before a till repeats a request. A request's own timeout is longer. */
const longestPauseMs = 2_000

export type Engine = Awaited<ReturnType<typeof loaded>>

let engine: Promise<Engine> | undefined

/** The till's engine as its page loads it, without a browser. */
export const loadEngine = (): Promise<Engine> => {
  engine ??= loaded()
  return engine
}

async function loaded() {
  const { fetch: outside, setTimeout: later } = globalThis
  globalThis.fetch = (input, init) => {
    const page = here.getStore()
    return page === undefined ? outside(input, init) : here.exit(() => page.fetch(input as Request))
  }
  // A page pauses no longer than a moment.
  const pausing = (work: () => void, ms?: number, ...rest: []) =>
    later(work, here.getStore() !== undefined && Number(ms) <= longestPauseMs ? 0 : ms, ...rest)
  globalThis.setTimeout = Object.assign(pausing, later)
  // Where the page seems to come from, while it loads; its requests are sent to the product by their paths.
  Object.assign(globalThis, { location: { origin: 'http://till.test' } })
  try {
    return await modules()
  } finally {
    Reflect.deleteProperty(globalThis, 'location')
  }
}

async function modules() {
  const [checkout, book, poller, queue, handIn, cancel, charge, journal, claims, front, services, status] =
    await Promise.all([
      import('../../web/src/terminal/selling/cart/cart-checkout.ts'),
      import('../../web/src/terminal/selling/orders/order-book.ts'),
      import('../../web/src/terminal/selling/requests/polling.ts'),
      import('../../web/src/terminal/selling/offline/offline-queue.ts'),
      import('../../web/src/terminal/selling/offline/submit-offline-sale.ts'),
      import('../../web/src/terminal/selling/offline/cancel-left-cart.ts'),
      import('../../web/src/terminal/selling/money/charge.ts'),
      import('../../web/src/terminal/selling/orders/fake-journal.ts'),
      import('../../web/src/terminal/selling/orders/fake-claims.ts'),
      import('../../web/src/terminal/selling/till/take-over.ts'),
      import('../../web/src/terminal/selling/vas/vas-checkout.ts'),
      import('../../web/src/terminal/selling/vas/vas-order-status.ts'),
    ])
  return {
    ...{
      ...checkout,
      ...book,
      ...poller,
      ...queue,
      ...handIn,
      ...cancel,
      ...charge,
      ...journal,
      ...claims,
      ...front,
    },
    ...services,
    ...status,
  }
}
