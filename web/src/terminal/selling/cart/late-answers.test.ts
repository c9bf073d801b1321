import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { CartCheckout } from './cart-checkout.ts'
import { bread, soda } from './fake-server.ts'
import { cash, fakeTillForEach, seller } from './fake-till.ts'

const till = fakeTillForEach({ beforeAll, afterAll, beforeEach, afterEach, vi })
const breathe = () => vi.advanceTimersByTimeAsync(0)

/** A cart whose payment is carried out, and whose answer is on its way. */
async function paying(): Promise<CartCheckout> {
  till.server.holds = /\/finalize$/
  const checkout = await till.filled([soda, 1])
  await checkout.pay(cash(1_900), seller)
  await expect.poll(() => till.callsOf(/finalize$/)).toHaveLength(1)
  return checkout
}

test('a refusal that arrives after the cashier has continued offline leaves the offline sale as it is', async () => {
  till.server.fates.push({ call: /finalize$/, fate: { status: 409, code: 'insufficient_stock' } })
  const checkout = await paying()
  await checkout.finishOffline(seller)
  till.server.letThrough()
  await breathe()
  expect(checkout.view()).toMatchObject({ cart: null, provisional: { state: 'WAITING' }, fault: null })
  expect([...till.journal.disk.values()]).toMatchObject([{ state: 'WAITING' }])
})

test('a success that arrives for the last customer is not shown to the next', async () => {
  const checkout = await paying()
  await checkout.finishOffline(seller)
  checkout.startNew()
  checkout.add(soda, 2, null)
  await checkout.settled()
  till.server.letThrough()
  await breathe()
  expect(checkout.view()).toMatchObject({ sold: null, cart: { lines: [{ quantity: 2 }] } })
})

test('goods that were scanned for the last customer are not put into the cart of the next', async () => {
  till.server.holds = /\/pos\/carts$/
  const checkout = till.open()
  checkout.add(soda, 1, null)
  await expect.poll(() => till.server.carts.size).toBe(1)
  checkout.startNew()
  till.server.letThrough()
  await checkout.settled()
  expect(checkout.view()).toMatchObject({ cart: null, pending: [] })
})

test('a scan that waited its turn for the last customer is dropped, and opens no cart', async () => {
  till.server.holds = /\/pos\/carts$/
  const checkout = till.open()
  checkout.add(soda, 1, null)
  checkout.add(bread, 1, null)
  await expect.poll(() => till.server.carts.size).toBe(1)
  checkout.startNew()
  till.server.letThrough()
  await checkout.settled()
  expect(till.callsOf(/\/pos\/carts/)).toHaveLength(1)
})

test('a refusal that arrives after the network has gone is one, and the cart stays at the server', async () => {
  const checkout = await till.filled([soda, 1])
  till.server.holds = /lines$/
  till.server.fates.push({ call: /lines$/, fate: { status: 409, code: 'product_unavailable' } })
  checkout.add(bread, 1, null)
  await expect.poll(() => till.callsOf(/lines$/)).toHaveLength(1)
  till.server.isUp = false
  till.server.letThrough()
  await checkout.settled()
  expect(checkout.view()).toMatchObject({ isLocal: false, fault: { code: 'product_unavailable' } })
})

test('no answer while the network is there leaves the cart at the server, with the reason', async () => {
  const checkout = await till.filled([soda, 1])
  till.server.fates.push(...Array.from({ length: 4 }, () => ({ call: /lines$/, fate: 'lost' as const })))
  checkout.add(bread, 1, null)
  await till.settled(checkout)
  expect(checkout.view()).toMatchObject({ isLocal: false, fault: { name: 'NoAnswer' } })
})
