import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { CartCheckout } from '../cart/cart-checkout.ts'
import { bread, soda } from '../cart/fake-server.ts'
import { cartOf, cash, fakeTillForEach, quantities, seller } from '../cart/fake-till.ts'

const till = fakeTillForEach({ beforeAll, afterAll, beforeEach, afterEach, vi }, async () => {
  const { OfflineQueue } = await import('./offline-queue.ts')
  const { cancelLeftCart } = await import('./cancel-left-cart.ts')
  const { submitOfflineSale } = await import('./submit-offline-sale.ts')
  return (parts) =>
    new OfflineQueue({ ...parts, cancelLeftCart, submitOfflineSale, alone: (_name, work) => work() })
})
const sends = () => till.callsOf(/finalize$/)
const breathe = () => vi.advanceTimersByTimeAsync(0)

/** A payment without an answer. Its repeat waits to hear whose session it is. */
async function repeating(fate: 'lost' | 'unanswered'): Promise<CartCheckout> {
  const checkout = await till.filled([soda, 1])
  till.server.fates.push({ call: /finalize$/, fate })
  await checkout.pay(cash(1_900), seller)
  till.server.holds = /\/auth\/me$/
  await vi.advanceTimersByTimeAsync(1_000)
  await expect.poll(() => till.callsOf(/\/auth\/me$/)).toHaveLength(1)
  return checkout
}

test.each([
  'lost',
  'unanswered',
] as const)('a payment that was set aside while its repeat waited does not return to the screen, and is sold once: %s', async (fate) => {
  const checkout = await repeating(fate)
  const { id } = cartOf(checkout)
  till.server.isUp = false
  await checkout.finishOffline(seller)
  checkout.startNew()
  checkout.add(bread, 2, null)
  await checkout.settled()
  const sentBefore = sends().length
  till.server.isUp = true
  till.server.holds = null
  till.server.letThrough()
  await breathe()
  expect(checkout.view()).toMatchObject({ paying: null, sold: null, fault: null })
  expect(quantities(checkout)).toEqual({ pan: 2 })
  expect(sends(), 'it is left to the queue').toHaveLength(sentBefore)
  await vi.advanceTimersByTimeAsync(20_000)
  expect(till.journal.disk.get(id)).toMatchObject({ state: 'BOOKED', folio: 'A-000001' })
  expect([...till.server.sold.keys()]).toEqual([id])
  expect(sends().map(({ key }) => key)).toEqual(Array(sentBefore + 1).fill(id))
})
