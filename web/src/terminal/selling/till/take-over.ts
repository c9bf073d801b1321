import type { CartCheckout } from '../cart/cart-checkout.ts'
import type { OfflineQueue } from '../offline/offline-queue.ts'
import type { OrderBook } from '../orders/order-book.ts'
import type { VasCheckout } from '../vas/vas-checkout.ts'

interface Window {
  readonly book: Pick<OrderBook, 'reload' | 'claims'>
  readonly queue: Pick<OfflineQueue, 'follow'>
  readonly cart: Pick<CartCheckout, 'takeOver'>
  readonly services: readonly Pick<VasCheckout, 'resume'>[]
}

/** Continues this person's orders that a closed window of the till has left. */
export async function takeOver(accountId: string, { book, queue, cart, services }: Window): Promise<void> {
  // The queue lets only one window at a time hand in sales.
  queue.follow(accountId)
  await book.reload()
  // Without shared claims, another window may be working on the rest.
  if (!book.claims.areShared) return
  await cart.takeOver()
  for (const checkout of services) await checkout.resume()
}
