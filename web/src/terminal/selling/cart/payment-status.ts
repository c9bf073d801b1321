import { type CartFinalization, isProblem, type ProblemError, type Sale } from '@mostrador/client'
import { answer, api } from '../../../api/client.ts'
import type { PaidOrder } from '../orders/order.ts'
import { assertOwnSession, isAccessRefused, isUndecided, retryAfterMsOf } from '../requests/answers.ts'

/** What is known about a payment of goods. */
export type PaymentStatus =
  | { kind: 'sold'; sold: Sale }
  /** Nothing was sold, and nothing will be. */
  | { kind: 'refused'; error: ProblemError }
  /** Unknown; ask again. */
  | { kind: 'unknown'; retryAfterMs: number | undefined }

/**
 * Sends a payment; every attempt is identical. Never throws. `onSending` is awaited right before it is sent.
 */
export async function paymentStatus(
  order: PaidOrder,
  onSending: () => Promise<void>,
): Promise<PaymentStatus> {
  const isRepeated = order.sentAtMs !== null
  try {
    if (isRepeated) await assertOwnSession(order)
    await onSending()
    return { kind: 'sold', sold: await finalizeCart(order.key, order.payment) }
  } catch (error) {
    return isUndecided(error) || (isRepeated && isAccessRefused(error))
      ? { kind: 'unknown', retryAfterMs: retryAfterMsOf(error) }
      : { kind: 'refused', error: error as ProblemError }
  }
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
