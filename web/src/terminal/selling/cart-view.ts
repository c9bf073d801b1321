import type { Cart, Sale } from '@mostrador/client'
import type { GoodsItem } from '../catalog/goods-item.ts'
import type { GoodsOrder, OfflineOrder, PaidOrder } from './order.ts'

/** Goods that the server has not answered about yet. */
export interface ComingLine {
  readonly key: string
  readonly item: GoodsItem
  readonly quantity: number
}

export interface CartState {
  /** What the customer in front of the till buys, or has just bought; `null` before anything is in the cart. */
  readonly order: GoodsOrder | null
  readonly coming: readonly ComingLine[]
  /** Changes under way or waiting. */
  readonly busyCount: number
  /** What the last change was refused for; whoever has read it dismisses it. */
  readonly fault: unknown
  /** What came of the payment. */
  readonly sold: Sale | null
}

/** No customer is in front of the till. */
export const idle: CartState = { order: null, coming: [], busyCount: 0, fault: null, sold: null }

/** What screens show of it. */
export interface CartView extends Omit<CartState, 'order'> {
  readonly cart: Cart | null
  /** A payment that was sent and not answered yet. */
  readonly paying: PaidOrder | null
  /** The cart is on this device alone, since nobody answers. */
  readonly isLocal: boolean
  /** Sold without a network, and on its way to the server whenever that is there again. */
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
