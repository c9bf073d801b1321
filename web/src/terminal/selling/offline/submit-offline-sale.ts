import type { CartFinalization, Sale } from '@mostrador/client'
import { answer, api } from '../../../api/client.ts'
import { isRefusal } from '../../../api/refusal.ts'
import { finalizeCart, isFinalized, isOpenShift } from '../cart/payment-status.ts'
import { unprovenMethods } from '../money/charge.ts'
import type { OfflineOrder } from '../orders/order.ts'

/**
 * Hands in an offline sale. The server books it once for its key.
 *
 * @throws ProblemError · NoAnswer
 */
export async function submitOfflineSale(order: OfflineOrder, nowMs: number): Promise<Partial<OfflineOrder>> {
  const booked = order.payment === null ? null : await arrived(order, order.payment)
  if (booked !== null) {
    return { state: 'BOOKED', folio: booked.order.folio, faultCode: null, settledAtMs: nowMs }
  }
  const { status, reasons, folio } = await answer(api.POST('/pos/offline_sales', { body: order.sale }))
  const settledAtMs = status === 'HELD' ? null : nowMs
  return { payment: null, state: status, reasons, folio, faultCode: null, settledAtMs }
}

/** The sale made by a payment that was sent earlier; `null` when the offline sale is to be handed in. */
async function arrived(order: OfflineOrder, payment: CartFinalization): Promise<Sale | null> {
  try {
    return (await mayBeSentAgain(order, payment)) ? await finalizeCart(order.key, payment) : null
  } catch (error) {
    if (!isRefusal(error)) throw error
    return null
  }
}

/**
 * One that has not arrived yet would be sold into the shift that is open now, and as it was sent. So it is sent again only in
 * its own shift, and without its reference only once it was sold. Otherwise the offline sale is handed in, which names its
 * shift and has the reference.
 */
async function mayBeSentAgain(
  { key, storeId, sale }: OfflineOrder,
  payment: CartFinalization,
): Promise<boolean> {
  if (!(await isOpenShift(storeId, sale.shiftId))) return false
  return unprovenMethods(payment.payments).length === 0 || (await isFinalized(key))
}
