import { isProblem } from '@mostrador/client'
import { answer, api } from '../../../api/client.ts'
import type { CartOrder, Order, PaidOrder } from '../orders/order.ts'
import { assertOwnSession, isRetryable } from '../requests/answers.ts'
import { recalledCart } from './cart-calls.ts'
import type { CartCheckoutOptions, CurrentCart, NextOrder } from './current-cart.ts'
import { localOf } from './local-cart.ts'

/** An older till did not note who took a payment, nor when. */
type StoredPayment = Omit<PaidOrder, 'seller' | 'paidAtMs'> & Partial<Pick<PaidOrder, 'seller' | 'paidAtMs'>>

interface StoredOrders {
  /** Payments that were sent, the latest first. */
  readonly paid: readonly PaidOrder[]
  /** Open carts, the latest last. After a reload the one that was on the screen before is behind them. */
  readonly drafts: readonly CartOrder[]
}

/** What this device stored for this person here, and no window works on. */
export async function storedOrders({ accountId, storeId, book }: CartCheckoutOptions): Promise<StoredOrders> {
  const isOwn = (order: Order) =>
    order.kind === 'goods' && order.accountId === accountId && order.storeId === storeId
  const paid = await book.unclaimed((order): order is PaidOrder => isOwn(order) && order.state === 'SENT')
  const drafts = await book.unclaimed((order): order is CartOrder => isOwn(order) && order.state === 'DRAFT')
  const rank = ({ key }: CartOrder) => Number(book.claims.hadBefore(key))
  return {
    paid: paid.map(restoredPayment).toReversed(),
    drafts: drafts.toSorted((a, b) => rank(a) - rank(b)),
  }
}

/** Fills in what older tills did not store. A stored payment counts as sent, because the time of sending is stored only after the payment itself. */
function restoredPayment(order: StoredPayment): PaidOrder {
  const { seller = null, paidAtMs = order.openedAtMs } = order
  return { ...order, seller, paidAtMs, sentAtMs: order.sentAtMs ?? paidAtMs }
}

/**
 * What to show when the window comes to the front: the cart on the screen, unless another window has sold or canceled it,
 * and on an empty screen a cart that a closed window has left.
 */
export async function shownAgain(current: CurrentCart, left: CartOrder | undefined): Promise<NextOrder> {
  const { order } = current.state
  const kept = order === null ? undefined : current.options.book.get(order.key)
  if (order?.state === 'DRAFT' && kept !== undefined) return kept.state === 'DRAFT' ? 'unchanged' : null
  const draft = order ?? left
  if (draft?.state !== 'DRAFT') return 'unchanged'
  const next = await reloadDraft(current, draft).catch((): NextOrder => 'unchanged')
  // The next customer is being served meanwhile: their goods do not belong in a cart that was left, and a cart that is
  // recalled would take its place.
  const isServing = current.state.busyCount > 1 || current.options.isAsking()
  return order === null && isServing ? 'unchanged' : next
}

/**
 * An open cart, if it still is open. While the server is busy it is shown as it was.
 *
 * @throws ProblemError · NoAnswer
 */
export async function reloadDraft(current: CurrentCart, draft: CartOrder): Promise<NextOrder> {
  if (draft.isLocal) return draft
  try {
    const cart = await answer(api.GET('/pos/carts/{id}', { params: { path: { id: draft.key } } }))
    if (cart.status === 'OPEN') {
      // Another person may have recalled it instead. Then it is refused here.
      if (draft.isRecalled === true) await recalledCart(cart.id, null, current.options.isOnline)
      return current.draft(cart, false)
    }
  } catch (error) {
    if (current.isNetworkGone(error) && draft.cart !== null) return current.draft(localOf(draft.cart), true)
    if (isRetryable(error) && draft.cart !== null) return draft
    if (!isProblem(error, 'not_found', 'invalid_transition')) throw error
    // In the session of somebody else the server does not know it either.
    await assertOwnSession(draft)
  }
  void current.options.book.drop(draft.key, 'DRAFT')
  return null
}
