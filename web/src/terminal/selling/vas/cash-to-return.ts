import type { VasSale } from '@mostrador/client'
import type { VasOrder } from '../orders/order.ts'

/**
 * The cash to return to the customer of a service that was not sold. Once a paper has stated the change (a receipt, or the
 * provisional ticket of a pending sale), the customer is taken to have it, and only the price is returned. Before that, the
 * cashier still holds all that was tendered.
 */
export function cashToReturn(
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
