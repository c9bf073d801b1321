import type { Cart, CartLine, Sale } from '@mostrador/client'
import type { GoodsItem } from '../../catalog/goods-item.ts'
import { lineCentavos } from '../money/rounding.ts'
import type { GoodsOrder, OfflineOrder, PaidOrder } from '../orders/order.ts'

/** A line that the server has not answered yet. */
export interface PendingLine {
  readonly key: string
  readonly item: GoodsItem
  readonly quantity: number
  /** For how much, when that was asked for instead of a quantity. */
  readonly amountCentavos: number | null
}

/** Pieces that are added to a line or taken away, which the server has not answered yet. */
export interface Step {
  readonly lineId: string
  readonly by: number
}

/** How many a line will have. At zero it is removed, and stays so. */
export const steppedQuantity = ({ id, quantity }: CartLine, steps: readonly Step[]) =>
  steps.reduce((sum, { lineId, by }) => (lineId === id && sum > 0 ? Math.max(0, sum + by) : sum), quantity)

export const pendingCentavos = ({ item, ...line }: PendingLine) =>
  lineCentavos({ ...line, unitPriceCentavos: item.priceCentavos })

/** The discounts that nobody has decided about yet. */
export const waitingDiscounts = (cart: Cart | null) =>
  cart?.discounts.filter(({ approvalStatus }) => approvalStatus === 'PENDING') ?? []

export interface CartState {
  /** The current or just completed order; `null` before the first line. */
  readonly order: GoodsOrder | null
  readonly pending: readonly PendingLine[]
  readonly steps: readonly Step[]
  /** Changes in progress or queued. */
  readonly busyCount: number
  /** Why the last change was refused, until dismissed. */
  readonly fault: unknown
  /** The result of the payment. */
  readonly sold: Sale | null
  /** The payment was taken in a shift that is not open any more, and has to be set aside. */
  readonly isOfAnotherShift: boolean
}

/** No order. */
export const idle: CartState = {
  order: null,
  pending: [],
  steps: [],
  busyCount: 0,
  fault: null,
  sold: null,
  isOfAnotherShift: false,
}

/** What the screens show. */
export interface CartView extends Omit<CartState, 'order'> {
  readonly cart: Cart | null
  /** A payment that was sent and not answered yet. */
  readonly paying: PaidOrder | null
  /** The cart exists on this device only, because the server is unreachable. */
  readonly isLocal: boolean
  /** An offline sale, not yet on the server. */
  readonly provisional: OfflineOrder | null
}

export function cartView({ order, ...rest }: CartState): CartView {
  const view = { ...rest, cart: null, paying: null, isLocal: false, provisional: null }
  switch (order?.state) {
    case undefined:
      return view
    case 'DRAFT':
      return { ...view, cart: order.cart, isLocal: order.isLocal }
    case 'SENT':
      return rest.sold === null ? { ...view, cart: order.cart, paying: order } : view
    default:
      return { ...view, provisional: order }
  }
}
