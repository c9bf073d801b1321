import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { FakeServer, soda } from './fake-server.ts'
import { paidOrder } from './fake-till.ts'
import { localCart, withGoods } from './local-cart.ts'
import type { paymentStatus as PaymentStatusOf } from './payment-status.ts'

let server: FakeServer
let paymentStatus: typeof PaymentStatusOf

beforeAll(async () => {
  vi.stubGlobal('location', { origin: 'http://till.test' })
  vi.stubGlobal('fetch', (request: Request) => server.fetched(request))
  ;({ paymentStatus } = await import('./payment-status.ts'))
})
afterAll(() => vi.unstubAllGlobals())
beforeEach(() => {
  server = new FakeServer()
})

const cart = withGoods(localCart('c1', 's1', '2026-11-27T10:00:00Z'), soda, 1, 'l1')
const status = async (sentAtMs: number | null, refusal: { status: number; code: string }) => {
  server.fates.push({ call: /finalize/, fate: refusal })
  return paymentStatus(paidOrder(cart, sentAtMs), async () => undefined)
}

const accessRefusals = [
  { status: 403, code: 'merchant_suspended' },
  { status: 403, code: 'forbidden' },
  { status: 404, code: 'not_found' },
]

test.each(accessRefusals)('a first attempt that is refused with $code has sold nothing', async (refusal) => {
  expect(await status(null, refusal)).toMatchObject({ kind: 'refused', error: refusal })
})

test.each(
  accessRefusals,
)('a repeated payment that is refused with $code may have been sold before', async (refusal) => {
  expect(await status(1_000, refusal)).toMatchObject({ kind: 'unknown' })
})

test('a payment that is refused for another reason has sold nothing, at any attempt', async () => {
  const refusal = { status: 409, code: 'insufficient_stock' }
  for (const sentAtMs of [null, 1_000])
    expect(await status(sentAtMs, refusal)).toMatchObject({ kind: 'refused', error: refusal })
})

test('a payment during which something fails on the device may have been sold, at any attempt', async () => {
  const failing = () => Promise.reject(new TypeError('Cannot read properties of undefined'))
  for (const sentAtMs of [null, 1_000])
    expect(await paymentStatus(paidOrder(cart, sentAtMs), failing)).toMatchObject({ kind: 'unknown' })
})

test('a payment that another window has made in another way is answered with its sale', async () => {
  server.carts.set('c1', cart)
  expect(await status(null, { status: 422, code: 'idempotency_key_reused' })).toMatchObject({
    kind: 'sold',
    sold: { order: { folio: 'A-000001' } },
  })
  expect(server.heard.map(({ key }) => key === 'c1')).toEqual([true, false])
})
