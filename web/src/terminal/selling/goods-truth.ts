import { type CartFinalization, isProblem, type ProblemError, type Sale } from '@mostrador/client'
import { answer, api } from '../../api/client.ts'
import { assertOwnSession, isUndecided, retryAfterMsOf } from './answers.ts'
import type { OfflineOrder, PaidOrder } from './order.ts'

/** What is known about a payment of goods. */
export type GoodsTruth =
  | { kind: 'sold'; sold: Sale }
  /** Nothing was sold, and nothing will be. */
  | { kind: 'refused'; error: ProblemError }
  /** Unknown; ask again. */
  | { kind: 'unknown'; retryAfterMs: number | undefined }

/**
 * Sends a payment; every attempt is identical. Never throws. `onSending` is awaited right before it is sent.
 */
export async function truthOfPayment(order: PaidOrder, onSending: () => Promise<void>): Promise<GoodsTruth> {
  try {
    if (order.sentAtMs !== null) await assertOwnSession(order)
    await onSending()
    return { kind: 'sold', sold: await finalized(order.key, order.payment) }
  } catch (error) {
    return isUndecided(error)
      ? { kind: 'unknown', retryAfterMs: retryAfterMsOf(error) }
      : { kind: 'refused', error: error as ProblemError }
  }
}

/**
 * Hands in an offline sale. The server books it once for its key.
 *
 * @throws ProblemError · NoAnswer
 */
export async function handedIn(order: OfflineOrder, nowMs: number): Promise<Partial<OfflineOrder>> {
  const booked = order.payment === null ? null : await arrived(order.key, order.payment)
  if (booked !== null) {
    return { state: 'BOOKED', folio: booked.order.folio, faultCode: null, settledAtMs: nowMs }
  }
  const { status, reasons, folio } = await answer(api.POST('/pos/offline_sales', { body: order.sale }))
  const settledAtMs = status === 'HELD' ? null : nowMs
  return { payment: null, state: status, reasons, folio, faultCode: null, settledAtMs }
}

/**
 * The sale made by a payment that was sent earlier; `null` when it was not sold, so the offline sale can be
 * handed in.
 */
async function arrived(key: string, payment: CartFinalization): Promise<Sale | null> {
  try {
    return await finalized(key, payment)
  } catch (error) {
    if (isUndecided(error)) throw error
    return null
  }
}

async function finalized(id: string, body: CartFinalization): Promise<Sale> {
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
