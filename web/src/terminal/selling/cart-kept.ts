import { isProblem } from '@mostrador/client'
import { answer, api } from '../../api/client.ts'
import type { CartInHand, CartParts, Held } from './cart-in-hand.ts'
import { localOf } from './local-cart.ts'
import type { CartOrder, Order, PaidOrder } from './order.ts'

interface Kept {
  /** Payments that were sent, the latest first. */
  readonly paid: readonly PaidOrder[]
  /** Open carts, the latest last. */
  readonly drafts: readonly CartOrder[]
}

/** What this device stored for this person here. */
export async function keptOrders({ accountId, storeId, book }: CartParts): Promise<Kept> {
  await book.loaded
  const own = book.those(
    (order: Order): order is CartOrder | PaidOrder =>
      order.kind === 'goods' &&
      (order.state === 'DRAFT' || order.state === 'SENT') &&
      order.accountId === accountId &&
      order.storeId === storeId,
  )
  return {
    paid: own.filter((order) => order.state === 'SENT').toReversed(),
    drafts: own.filter((order) => order.state === 'DRAFT'),
  }
}

/** An open cart, if it still is open. */
export async function stillOpen(hand: CartInHand, draft: CartOrder): Promise<Held> {
  if (draft.isLocal) return draft
  try {
    const cart = await answer(api.GET('/pos/carts/{id}', { params: { path: { id: draft.key } } }))
    if (cart.status === 'OPEN') return hand.draft(cart, false)
  } catch (error) {
    if (hand.isAlone(error) && draft.cart !== null) return hand.draft(localOf(draft.cart), true)
    if (!isProblem(error, 'not_found')) throw error
  }
  void hand.parts.book.drop(draft.key, 'DRAFT')
  return null
}
