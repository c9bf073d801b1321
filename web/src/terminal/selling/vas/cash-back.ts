import type { VasSale } from '@mostrador/client'
import type { VasOrder } from '../orders/order.ts'

/**
 * The cash that goes back to the customer of a service that was not sold, without the change that they have by its papers. An
 * order whose sale was known before its end was shown as pending, with a provisional ticket that states the change. Before
 * that, the cashier still holds all that was tendered.
 */
export function cashBack(
  {
    status,
    totalCentavos,
    payment: { tenderedCentavos },
  }: Pick<VasSale, 'status' | 'totalCentavos' | 'payment'>,
  { saleId }: Pick<VasOrder, 'saleId'>,
): { amountCentavos: number; changeCentavos: number } {
  const tendered = tenderedCentavos ?? totalCentavos
  const isChangeGiven = status === 'REVERSED' || saleId !== null
  return isChangeGiven
    ? { amountCentavos: totalCentavos, changeCentavos: tendered - totalCentavos }
    : { amountCentavos: tendered, changeCentavos: 0 }
}
