import { created, ok, type Route, route } from '../../http/route.ts'
import { replayed } from '../../idempotency/once.ts'
import { ById, Refundable, RefundRequest, RefundView } from './schema.ts'
import type { RefundsService } from './service.ts'

const tag = 'selling'

export function refundsRoutes(refunds: RefundsService): Route[] {
  return [
    route({
      method: 'POST',
      path: '/pos/sales_orders/{id}/refunds',
      domain: 'sales',
      name: 'refundOrder',
      summary: 'Refund money, or return goods with their money',
      description:
        'Paid from the caller’s open shift. A cashier sends an approval for exactly this; a supervisor or manager needs none. ' +
        'Money goes to the original payments, one by one; to another method only if the approval names it. Cash ' +
        'is rounded to the store’s coins, and limited to what the drawer holds by the books.',
      tag,
      access: 'store:cashier',
      till: true,
      store: 'row',
      idempotent: true,
      params: ById,
      body: RefundRequest,
      responses: { 201: RefundView },
      problems: [
        'shift_closed',
        'refund_exceeds',
        'refund_method_not_approved',
        'insufficient_cash',
        'payment_mismatch',
        'chip_activated',
        'approval_pending',
        'approval_rejected',
        'approval_expired',
        'approval_mismatch',
        'approval_used',
        'idempotency_key_reused',
      ],
      handle: async ({ grant, params, body, headers }) => {
        const { answer, isReplay } = await refunds.refund(grant, params.id, body, headers['idempotency-key'])
        return replayed(created(answer, `/pos/refunds/${answer.id}`), isReplay)
      },
    }),
    route({
      method: 'GET',
      path: '/pos/sales_orders/{id}/refundable',
      apiKey: 'POS_SALES_READ',
      domain: 'sales',
      name: 'getRefundableOrder',
      summary: 'Retrieve what may still be refunded of an order, by line and by payment',
      tag,
      access: 'store:cashier',
      till: true,
      store: 'row',
      params: ById,
      responses: { 200: Refundable },
      handle: async ({ grant, params }) => ok(await refunds.refundable(grant, params.id)),
    }),
  ]
}
