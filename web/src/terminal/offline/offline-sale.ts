import type { Cart, Finalizing, NewOfflineSale, OfflineReason } from '../../api/types.ts'
import type { OpenPayment } from '../cart/cart-journal.ts'

/**
 * What has become of a sale that was made without a network, as far as this device knows: it waits for the network, the
 * server refused to take it in, or has it; there it is booked, or waits for a supervisor, or was discarded.
 */
export type OfflineState = 'WAITING' | 'REFUSED' | 'HELD' | 'BOOKED' | 'DISCARDED'

/** A sale in this device's queue. */
export interface OfflineEntry {
  readonly id: string
  readonly accountId: string
  readonly cashierName: string
  readonly storeId: string
  readonly totalCentavos: number
  readonly changeCentavos: number
  /** What is handed in. */
  readonly sale: NewOfflineSale
  /** The payment that was sent before the network went: asked about first, since it may have arrived. */
  readonly payment: OpenPayment | null
  readonly state: OfflineState
  readonly reasons: readonly OfflineReason[]
  /** The code of what the server said no with. */
  readonly faultCode: string | null
  readonly folio: string | null
  readonly settledAtMs: number | null
}

/** Who sells, where, and in which shift. */
export interface OfflineSeller {
  readonly accountId: string
  readonly cashierName: string
  readonly terminalId: string | null
  readonly shiftId: string
}

/** The queue's entry of a cart that was paid. */
export function offlineEntry(
  cart: Cart,
  payments: Finalizing['payments'],
  seller: OfflineSeller,
  soldAt: Date,
  payment: OpenPayment | null = null,
): OfflineEntry {
  const sum = (of: (payment: Finalizing['payments'][number]) => number) =>
    payments.reduce((total, each) => total + of(each), 0)
  return {
    id: cart.id,
    accountId: seller.accountId,
    cashierName: seller.cashierName,
    storeId: cart.storeId,
    totalCentavos: sum(({ amountCentavos }) => amountCentavos),
    changeCentavos: sum(
      ({ amountCentavos, tenderedCentavos }) => (tenderedCentavos ?? amountCentavos) - amountCentavos,
    ),
    sale: {
      id: cart.id,
      storeId: cart.storeId,
      ...(seller.terminalId !== null && { terminalId: seller.terminalId }),
      shiftId: seller.shiftId,
      soldAt: soldAt.toISOString(),
      lines: cart.lines.map((line) => ({
        variantId: line.variantId,
        productName:
          line.variantName === null ? line.productName : `${line.productName} · ${line.variantName}`,
        quantity: line.quantity,
        unitPriceCentavos: line.unitPriceCentavos,
        taxRateBps: line.taxRateBps,
        isTaxExempt: line.isTaxExempt,
        isTaxIncluded: line.isTaxIncluded,
        ...(line.discountCentavos > 0 && { discountCentavos: line.discountCentavos }),
        ...(line.note !== null && { note: line.note }),
      })),
      payments,
    },
    payment,
    state: 'WAITING',
    reasons: [],
    faultCode: null,
    folio: null,
    settledAtMs: null,
  }
}

/** How the provisional paper names a sale: the end of its id, which is chance. */
export const provisionalName = (id: string) => `P-${id.slice(-6).toUpperCase()}`

/** Whether somebody still has to do or to wait for something. */
export const isOpen = ({ state }: OfflineEntry) => state !== 'BOOKED' && state !== 'DISCARDED'
