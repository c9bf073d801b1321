import { type CartFinalization, isProblem, type ProblemError, type Sale } from '@mostrador/client'
import { answer, api } from '../../../api/client.ts'
import { isSettledBy } from '../../../api/refusal.ts'
import type { PaidOrder } from '../orders/order.ts'
import { assertOwnSession, retryAfterMsOf } from '../requests/answers.ts'

/** What is known about a payment of goods. */
export type PaymentStatus =
  | { kind: 'sold'; sold: Sale }
  /** Nothing was sold, and nothing will be. */
  | { kind: 'refused'; error: ProblemError }
  /** Nothing was sold yet, and the shift in which it was taken is not open any more. */
  | { kind: 'of_another_shift' }
  /** Unknown; ask again. */
  | { kind: 'unknown'; retryAfterMs: number | undefined }

/**
 * Sends a payment; every attempt is identical. Never throws. `onSending` is awaited right before it is sent;
 * when it throws, nothing is sent.
 */
export async function paymentStatus(
  order: PaidOrder,
  onSending: () => Promise<void>,
): Promise<PaymentStatus> {
  const isRepeated = order.sentAtMs !== null
  try {
    if (isRepeated) {
      await assertOwnSession(order)
      if (!(await mayStillBeSold(order))) return { kind: 'of_another_shift' }
    }
    await onSending()
    return { kind: 'sold', sold: await finalizeCart(order.key, order.payment) }
  } catch (error) {
    if (isRepeated && order.seller !== null && isProblem(error, 'shift_closed'))
      return { kind: 'of_another_shift' }
    return isSettledBy(error, isRepeated)
      ? { kind: 'refused', error }
      : { kind: 'unknown', retryAfterMs: retryAfterMsOf(error) }
  }
}

/**
 * Whether an attempt to pay may be repeated: in the shift in which it was taken, or once it was sold. A payment that has not
 * arrived would otherwise be sold into the shift that is open now.
 *
 * @throws ProblemError · NoAnswer
 */
async function mayStillBeSold({ key, storeId, seller }: PaidOrder): Promise<boolean> {
  return seller === null || (await isOpenShift(storeId, seller.shiftId)) || (await isFinalized(key))
}

/** Whether a cart was sold, so that finalizing it returns the sale and makes none. @throws ProblemError · NoAnswer */
export async function isFinalized(id: string): Promise<boolean> {
  const { status } = await answer(api.GET('/pos/carts/{id}', { params: { path: { id } } }))
  return status === 'FINALIZED'
}

/** Whether a shift is open, and of the person who is signed in. @throws ProblemError · NoAnswer */
export async function isOpenShift(storeId: string, shiftId: string): Promise<boolean> {
  const { shift } = await answer(api.GET('/pos/shifts/current', { params: { query: { storeId } } }))
  return shift?.id === shiftId
}

/** Finalizes a cart; every attempt returns the one sale. @throws ProblemError · NoAnswer */
export async function finalizeCart(id: string, body: CartFinalization): Promise<Sale> {
  const path = { id }
  try {
    const params = { path, header: { 'idempotency-key': id } }
    return await answer(api.POST('/pos/carts/{id}/finalize', { params, body }))
  } catch (error) {
    // Another window has sold this cart with another payment. Under any other key the server returns that
    // sale.
    if (!isProblem(error, 'idempotency_key_reused')) throw error
    return await answer(api.POST('/pos/carts/{id}/finalize', { params: { path }, body }))
  }
}
