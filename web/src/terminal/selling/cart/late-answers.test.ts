import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { FakeJournal } from '../orders/fake-journal.ts'
import { OrderBook } from '../orders/order-book.ts'
import { Poller } from '../requests/polling.ts'
import type { CartCheckout, cartCheckout as CartCheckoutOf } from './cart-checkout.ts'
import { FakeServer, soda } from './fake-server.ts'

let server: FakeServer
let journal: FakeJournal
let cartCheckout: typeof CartCheckoutOf
/** Requests whose answers are held. */
let heldCalls: RegExp
/** Lets the last held answer through. */
let letThrough: () => void

beforeAll(async () => {
  vi.stubGlobal('location', { origin: 'http://till.test' })
  vi.stubGlobal('fetch', async (request: Request) => {
    const answer = await server.fetched(request)
    if (heldCalls.test(request.url)) await new Promise<void>((resolve) => (letThrough = resolve))
    return answer
  })
  ;({ cartCheckout } = await import('./cart-checkout.ts'))
})
afterAll(() => vi.unstubAllGlobals())
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  server = new FakeServer()
  journal = new FakeJournal()
  heldCalls = /\/finalize$/
})
afterEach(() => vi.useRealTimers())

const breathe = () => vi.advanceTimersByTimeAsync(0)

const openCheckout = (): CartCheckout =>
  cartCheckout({
    ...{ accountId: 'a1', storeId: 's1', book: new OrderBook(journal) },
    poller: new Poller(() => () => undefined),
    isOnline: () => server.isUp,
    nowMs: () => Date.parse('2026-11-21T10:00:00Z'),
    onSoldOffline: () => undefined,
  })

/** A cart whose payment is on its way. */
async function paying(): Promise<CartCheckout> {
  const checkout = openCheckout()
  checkout.add(soda, 1, null)
  await checkout.settled()
  await checkout.pay([{ method: 'CASH', amountCentavos: 1_900, tenderedCentavos: 1_900 }])
  await vi.waitFor(async () => {
    await breathe()
    expect(server.heard.at(-1)?.call).toMatch(/finalize$/)
  })
  return checkout
}

const seller = { accountId: 'a1', cashierName: 'Ana', terminalId: null, shiftId: 't1' }
const stored = () => [...journal.disk.values()]

test('a refusal that arrives after the cashier has continued offline leaves the offline sale as it is', async () => {
  server.fates.push({ call: /finalize$/, fate: { status: 409, code: 'insufficient_stock' } })
  const checkout = await paying()
  await checkout.finishOffline(seller)
  letThrough()
  await breathe()
  expect(checkout.view()).toMatchObject({ cart: null, provisional: { state: 'WAITING' }, fault: null })
  expect(stored()).toMatchObject([{ state: 'WAITING' }])
})

test('a success that arrives for the last customer is not shown to the next', async () => {
  const checkout = await paying()
  await checkout.finishOffline(seller)
  checkout.startNew()
  checkout.add(soda, 2, null)
  await checkout.settled()
  letThrough()
  await breathe()
  expect(checkout.view()).toMatchObject({ sold: null, cart: { lines: [{ quantity: 2 }] } })
})

test('goods that were scanned for the last customer are not put into the cart of the next', async () => {
  heldCalls = /\/pos\/carts$/
  const checkout = openCheckout()
  checkout.add(soda, 1, null)
  await vi.waitFor(async () => {
    await breathe()
    expect(server.carts.size).toBe(1)
  })
  checkout.startNew()
  letThrough()
  await checkout.settled()
  expect(checkout.view()).toMatchObject({ cart: null, pending: [] })
})
