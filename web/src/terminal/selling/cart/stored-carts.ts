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
export async function storedOrders(options: CartCheckoutOptions): Promise<StoredOrders> {
  const { accountId, storeId, book, holds } = options
  await book.loaded
  const held = await holds.held()
  const own = book.select(
    (order: Order): order is CartOrder | PaidOrder =>
      order.kind === 'goods' &&
      (order.state === 'DRAFT' || order.state === 'SENT') &&
      order.accountId === accountId &&
      order.storeId === storeId,
  )
  return {
    paid: own
      .filter((order): order is PaidOrder => order.state === 'SENT' && !held.has(order.key))
      .toReversed(),
    drafts: own.filter((order) => order.state === 'DRAFT'),
  }
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
