import type { CartFinalization, Sale } from '@mostrador/client'
import { answer, api } from '../../../api/client.ts'
import { finalizeCart } from '../cart/payment-status.ts'
import type { OfflineOrder } from '../orders/order.ts'
import { isUndecided } from '../requests/answers.ts'

/**
 * Hands in an offline sale. The server books it once for its key.
 *
 * @throws ProblemError · NoAnswer
 */
export async function submitOfflineSale(order: OfflineOrder, nowMs: number): Promise<Partial<OfflineOrder>> {
  const booked = order.payment === null ? null : await arrived(order.key, order.payment)
  if (booked !== null) {
    return { state: 'BOOKED', folio: booked.order.folio, faultCode: null, settledAtMs: nowMs }
  }
  const { status, reasons, folio } = await answer(api.POST('/pos/offline_sales', { body: order.sale }))
  const settledAtMs = status === 'HELD' ? null : nowMs
  return { payment: null, state: status, reasons, folio, faultCode: null, settledAtMs }
}

/**
 * The sale made by a payment that was sent earlier; `null` when it was not sold, so the offline sale can be
 * handed in.
 */
async function arrived(key: string, payment: CartFinalization): Promise<Sale | null> {
  try {
    return await finalizeCart(key, payment)
  } catch (error) {
    if (isUndecided(error)) throw error
    return null
  }
}
