import { isProblem } from '@mostrador/client'
import { answer, api } from '../../../api/client.ts'
import type { CartOrder, Order, PaidOrder } from '../orders/order.ts'
import { isRetryable } from '../requests/answers.ts'
import type { CartCheckoutOptions, CurrentCart, NextOrder } from './current-cart.ts'
import { localOf } from './local-cart.ts'

interface StoredOrders {
  /** Payments that were sent and that no window works on, the latest first. */
  readonly paid: readonly PaidOrder[]
  /** Open carts, the latest last. */
  readonly drafts: readonly CartOrder[]
}

/** What this device stored for this person here. */
export async function storedOrders({ accountId, storeId, book }: CartCheckoutOptions): Promise<StoredOrders> {
  const isOwn = (order: Order) =>
    order.kind === 'goods' && order.accountId === accountId && order.storeId === storeId
  const paid = await book.unclaimed((order): order is PaidOrder => isOwn(order) && order.state === 'SENT')
  const drafts = book.select((order): order is CartOrder => isOwn(order) && order.state === 'DRAFT')
  return { paid: paid.toReversed(), drafts }
}

/** An open cart, if it still is open. While the server is busy it is shown as it was. */
export async function reloadDraft(current: CurrentCart, draft: CartOrder): Promise<NextOrder> {
  if (draft.isLocal) return draft
  try {
    const cart = await answer(api.GET('/pos/carts/{id}', { params: { path: { id: draft.key } } }))
    if (cart.status === 'OPEN') return current.draft(cart, false)
  } catch (error) {
    if (current.isNetworkGone(error) && draft.cart !== null) return current.draft(localOf(draft.cart), true)
    if (isRetryable(error) && draft.cart !== null) return draft
    if (!isProblem(error, 'not_found')) throw error
  }
  void current.options.book.drop(draft.key, 'DRAFT')
  return null
}
