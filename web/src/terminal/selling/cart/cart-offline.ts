import type { CartFinalization } from '@mostrador/client'
import { type References, unprovenMethods } from '../money/charge.ts'
import type { OfflineOrder, OfflineSeller } from '../orders/order.ts'
import type { CurrentCart } from './current-cart.ts'
import { DeviceFault } from './device-fault.ts'
import { offlineOfPaid, offlineOrder } from './offline-order.ts'

/**
 * Sells the current order on this device, without the server.
 *
 * @param startNew starts the next customer's order
 */
export function offlineCheckout(current: CurrentCart, startNew: () => void) {
  let isKeeping = false

  /** Sells an offline cart. It is on disk before the screen says that it was sold. */
  const payOffline = async (payments: CartFinalization['payments'], seller: OfflineSeller): Promise<void> => {
    const { order } = current.state
    if (order?.state !== 'DRAFT' || order.cart === null) return
    await sellOffline(offlineOrder(order, order.cart, payments, seller, current.now()))
  }

  /**
   * Continues without the answer to a payment. Whether it arrived is found out later, and it counts once.
   *
   * @param references those that the payment was sent without; the payment itself stays as it was sent
   */
  const finishOffline = async (seller: OfflineSeller, references: References = {}): Promise<void> => {
    const { paying } = current.view()
    if (paying === null) return
    await sellOffline(offlineOfPaid(paying, seller, references))
  }

  const sellOffline = async (order: OfflineOrder): Promise<void> => {
    const { generation } = current
    // The server would refuse it for good.
    if (unprovenMethods(order.sale.payments).length > 0) {
      current.set({ fault: new DeviceFault('reference') })
      return
    }
    // A second press while the first is still at work.
    if (isKeeping) return
    isKeeping = true
    let isTaken = false
    try {
      isTaken = await current.options.book.put(order)
    } catch (error) {
      current.set({ fault: new DeviceFault('storage', { cause: error }) })
      return
    } finally {
      isKeeping = false
    }
    if (generation !== current.generation) return
    // Another window has sold it.
    if (!isTaken) return startNew()
    current.replace(order)
    current.options.onLeftToSend()
  }

  return { payOffline, finishOffline }
}
