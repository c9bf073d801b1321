import type { CartCheckout } from '../cart/cart-checkout.ts'
import type { OfflineQueue } from '../offline/offline-queue.ts'
import type { OrderBook } from '../orders/order-book.ts'
import type { VasCheckout } from '../vas/vas-checkout.ts'

interface Window {
  readonly book: OrderBook
  readonly queue: OfflineQueue
  readonly cart: CartCheckout
  readonly services: readonly VasCheckout[]
}

/**
 * Reads what other windows of this till have changed, and continues what a closed one has left.
 *
 * @param knowsOthers whether it can be known which orders another window works on; without it those orders stay where they are
 */
export async function takeOver(accountId: string, window: Window, knowsOthers: boolean): Promise<void> {
  const { book, queue, cart, services } = window
  // Each sale is handed in by one window only, whoever begins.
  queue.follow(accountId)
  await book.reload()
  if (!knowsOthers) return
  await cart.takeOver()
  for (const checkout of services) await checkout.resume()
}
