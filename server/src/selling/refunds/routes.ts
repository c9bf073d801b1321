import { created, ok, type Route, route } from '../../http/route.ts'
import { keyOf, replayed } from '../../idempotency/once.ts'
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
      summary: 'Give money back, or take goods back and give their money back',
      description:
        'Out of the caller’s open shift. A cashier sends an approval for just this; a supervisor or manager needs none. ' +
        'Money goes back by the tender that paid, payment by payment; another way only where the approval names it. Cash ' +
        'is given in coins of the store, and no more of it than the drawer holds by the books.',
      tag,
      access: 'store:cashier',
      till: true,
      store: 'row',
      idempotent: true,
      params: ById,
      body: RefundRequest,
      responses: { 201: RefundView },
      problems: [
        'forbidden',
        'merchant_suspended',
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
        const { answer, isReplay } = await refunds.refund(grant, params.id, body, keyOf(headers))
        return replayed(created(answer, `/pos/refunds/${answer.id}`), isReplay)
      },
    }),
    route({
      method: 'GET',
      path: '/pos/sales_orders/{id}/refundable',
      apiKey: 'POS_SALES_READ',
      domain: 'sales',
      name: 'getRefundableOrder',
      summary: 'What may still be given back of an order, by line and payment by payment',
      tag,
      access: 'store:cashier',
      till: true,
      store: 'row',
      params: ById,
      responses: { 200: Refundable },
      problems: ['forbidden', 'merchant_suspended'],
      handle: async ({ grant, params }) => ok(await refunds.refundable(grant, params.id)),
    }),
  ]
}
