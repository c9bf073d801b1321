import { expect, test } from 'vitest'
import type { CartCheckout } from '../cart/cart-checkout.ts'
import type { OfflineQueue } from '../offline/offline-queue.ts'
import type { OrderBook } from '../orders/order-book.ts'
import type { VasCheckout } from '../vas/vas-checkout.ts'
import { takeOver } from './take-over.ts'

/** A window that notes what it is told to do. */
function noting() {
  const done: string[] = []
  const note = (what: string) => async () => void done.push(what)
  const window = {
    book: { reload: note('book read') } as Partial<OrderBook> as OrderBook,
    queue: {
      follow: (id: string) => void done.push(`sales of ${id} handed in`),
    } as Partial<OfflineQueue> as OfflineQueue,
    cart: { takeOver: note('payments') } as Partial<CartCheckout> as CartCheckout,
    services: [{ resume: note('services') } as Partial<VasCheckout> as VasCheckout],
  }
  return { done, window }
}

test('a window that comes to the front hands in sales, reads the book, and continues what others have left', async () => {
  const { done, window } = noting()
  await takeOver('a1', window, true)
  expect(done).toEqual(['sales of a1 handed in', 'book read', 'payments', 'services'])
})

test('where nobody knows what other windows work on, it only hands in sales', async () => {
  const { done, window } = noting()
  await takeOver('a1', window, false)
  expect(done).toEqual(['sales of a1 handed in', 'book read'])
})
