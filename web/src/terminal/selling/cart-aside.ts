import type { CartFinalization } from '@mostrador/client'
import type { CartInHand } from './cart-in-hand.ts'
import { DeviceFault } from './device-fault.ts'
import { offlineOrder } from './offline-order.ts'
import type { OfflineOrder, OfflineSeller } from './order.ts'

/**
 * How the order in hand is sold on this device alone.
 *
 * @param startAnew starts the next customer's order
 */
export function sellingAside(hand: CartInHand, startAnew: () => void) {
  let isKeeping = false

  /** Sells an offline cart. It is on disk before the screen says that it was sold. */
  const payLocally = async (payments: CartFinalization['payments'], seller: OfflineSeller): Promise<void> => {
    const { order } = hand.state
    if (order?.state !== 'DRAFT' || order.cart === null) return
    await sellLocally(offlineOrder(order, order.cart, payments, seller, hand.now()))
  }

  /** Continues without the answer to a payment. Whether it arrived is found out later, and it counts once. */
  const setAside = async (seller: OfflineSeller): Promise<void> => {
    const { paying } = hand.view()
    if (paying === null) return
    const { cart, payment } = paying
    await sellLocally(offlineOrder(paying, cart, payment.payments, seller, hand.now()))
  }

  const sellLocally = async (order: OfflineOrder): Promise<void> => {
    const { era } = hand
    // A second press while the first is still at work.
    if (isKeeping) return
    isKeeping = true
    let isTaken = false
    try {
      isTaken = await hand.parts.book.put(order)
    } catch (error) {
      hand.set({ fault: new DeviceFault('storage', { cause: error }) })
      return
    } finally {
      isKeeping = false
    }
    if (era !== hand.era) return
    // Another window has sold it.
    if (!isTaken) return startAnew()
    hand.replace(order)
    hand.parts.onAside()
  }

  return { payLocally, setAside }
}
