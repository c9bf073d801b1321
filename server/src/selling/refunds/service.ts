import type { Grant } from '../../authorization/grant.ts'
import { scopeOf } from '../../collections/scope.ts'
import type { Database } from '../../database/database.ts'
import { type Once, once } from '../../idempotency/once.ts'
import { Problem } from '../../problem/problem.ts'
import * as queries from './queries.ts'
import type { Refundable, RefundRequest, RefundView } from './schema.ts'

export type RefundsService = ReturnType<typeof refundsService>

/**
 * Refunds of money, and returns of goods with their money. Never more than was paid or sold, in total, by
 * line and by payment, also for concurrent refunds; to the original payments unless the approval names
 * another method; a cashier needs an approval for exactly this; stock, chips, drawer and receipt follow in
 * the same transaction. Owns selling.refunds and selling.refund_lines.
 */
export function refundsService({ database }: { database: Database }) {
  /**
   * Refunds the given lines of an order, or all that is left of it.
   *
   * @throws Problem `not_found` · `forbidden` · `invalid_request` · `shift_closed` · `refund_exceeds` ·
   * `refund_method_not_approved` · `insufficient_cash` · `payment_mismatch` · `approval_…` · `chip_activated`
   * · `idempotency_key_reused`
   */
  const refund = (
    grant: Grant<'store:cashier'>,
    orderId: string,
    request: RefundRequest,
    key: string | undefined,
  ): Promise<Once<RefundView>> =>
    database.write(grant, async (tx) => {
      const actor = tx.storeActorIn(await queries.storeOf(tx, scopeOf(tx), orderId))
      if (request.refundMethod !== undefined && request.payments !== undefined)
        throw new Problem('invalid_request', {
          errors: [{ path: '/payments', message: 'cannot be combined with refundMethod' }],
        })
      const route = 'POST /pos/sales_orders/{id}/refunds'
      const asked = { route, key, actor, request: { orderId, ...request } }
      return once(tx, asked, () => queries.refund(tx, actor, orderId, request))
    })

  /** What may still be refunded of an order. @throws Problem `not_found` · `forbidden` */
  const refundable = (grant: Grant<'store:cashier'>, orderId: string): Promise<Refundable> =>
    database.read(grant, async (tx) => {
      const actor = tx.storeActorIn(await queries.storeOf(tx, scopeOf(tx), orderId))
      return queries.refundable(tx, actor, orderId)
    })

  return { refund, refundable }
}
