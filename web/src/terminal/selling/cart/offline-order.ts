import type { Cart, CartFinalization, CartLine } from '@mostrador/client'
import { type References, withReferences } from '../money/charge.ts'
import type { CartOrder, OfflineOrder, OfflineSeller, PaidOrder } from '../orders/order.ts'

/** The name of a sale on its provisional slip: the end of its key, which is random. */
export const provisionalName = (key: string) => `P-${key.slice(-6).toUpperCase()}`

/** The longest name that the server takes, in characters: a product and its variant together can have a longer one. */
const longestName = 200

function soldName({ productName, variantName, isPriceOpen }: CartLine): string {
  const name = variantName === null || isPriceOpen ? productName : `${productName} · ${variantName}`
  return [...name].slice(0, longestName).join('')
}

/** A cart that was paid offline. `order` is its previous state. */
export function offlineOrder(
  order: CartOrder | PaidOrder,
  cart: Cart,
  payments: CartFinalization['payments'],
  seller: OfflineSeller,
  soldAt: Date,
): OfflineOrder {
  const { key, accountId, storeId, openedAtMs, sentAtMs } = order
  const sum = (of: (payment: CartFinalization['payments'][number]) => number) =>
    payments.reduce((total, each) => total + of(each), 0)
  return {
    kind: 'goods',
    state: 'WAITING',
    ...{ key, accountId, storeId, openedAtMs, sentAtMs },
    cashierName: seller.cashierName,
    totalCentavos: sum(({ amountCentavos }) => amountCentavos),
    changeCentavos: sum(
      ({ amountCentavos, tenderedCentavos }) => (tenderedCentavos ?? amountCentavos) - amountCentavos,
    ),
    sale: {
      id: key,
      storeId,
      ...(seller.terminalId !== null && { terminalId: seller.terminalId }),
      shiftId: seller.shiftId,
      soldAt: soldAt.toISOString(),
      lines: cart.lines.map((line) => ({
        variantId: line.variantId,
        productName: soldName(line),
        quantity: line.quantity,
        ...(line.amountCentavos !== null && { amountCentavos: line.amountCentavos }),
        unitPriceCentavos: line.unitPriceCentavos,
        taxRateBps: line.taxRateBps,
        isTaxExempt: line.isTaxExempt,
        isTaxIncluded: line.isTaxIncluded,
        ...(line.discountCentavos > 0 && { discountCentavos: line.discountCentavos }),
        ...(line.note !== null && { note: line.note }),
      })),
      payments,
    },
    payment: order.state === 'SENT' ? order.payment : null,
    reasons: [],
    faultCode: null,
    folio: null,
    settledAtMs: null,
  }
}

/**
 * A payment without an answer, to be handed in.
 *
 * @param references those that it was sent without; the payment itself stays as it was sent
 */
export function offlineOfPaid(
  order: PaidOrder,
  seller: OfflineSeller,
  references: References = {},
): OfflineOrder {
  const payments = withReferences(order.payment.payments, references)
  return offlineOrder(order, order.cart, payments, seller, new Date(order.paidAtMs))
}
