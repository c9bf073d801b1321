import { created, noContent, ok, type Route, route } from '../../http/route.ts'
import { closed, named } from '../../http/shapes.ts'
import { replayed } from '../../idempotency/once.ts'
import { ReceiptMail } from '../../identity/mails/schema.ts'
import { Type } from '../../json-schema.ts'
import { ById, Finalizing, Order, Receipt, Sale } from './schema.ts'
import type { SalesService } from './service.ts'

export function salesRoutes(sales: SalesService): Route[] {
  return [
    route({
      method: 'POST',
      path: '/pos/carts/{id}/finalize',
      finishes: true,
      apiKey: 'POS_SALES_WRITE',
      domain: 'sales',
      name: 'finalizeCart',
      summary: 'Finalize a cart',
      description:
        'Takes the goods out of stock, binds chips, and writes order, payments and receipt with the next folio, all or ' +
        'nothing. `version` is the one that was shown. Payments must add up to the total; the cash part ' +
        'is rounded to the store’s coins, and `payment_mismatch` returns the expected amount. A cart that was ' +
        'finalized before returns the same sale with 200.',
      tag: 'selling',
      access: 'store:cashier',
      till: true,
      store: 'row',
      params: ById,
      body: Finalizing,
      idempotent: true,
      responses: { 200: Sale, 201: Sale },
      problems: [
        'tender_too_small',
        'payment_mismatch',
        'cart_closed',
        'cart_changed',
        'cart_empty',
        'product_unavailable',
        'shift_closed',
        'approval_pending',
        'approval_expired',
        'approval_rejected',
        'approval_mismatch',
        'insufficient_stock',
        'idempotency_key_reused',
      ],
      handle: async ({ grant, params, body, headers }) => {
        const { sale, isNew, isReplay } = await sales.finalize(
          grant,
          params.id,
          body,
          headers['idempotency-key'],
        )
        const reply = isNew ? created(sale, `/pos/sales_orders/${sale.order.id}`) : ok(sale)
        return replayed(reply, isReplay)
      },
    }),
    route({
      method: 'GET',
      path: '/pos/sales_orders/{id}',
      apiKey: 'POS_SALES_READ',
      apiKeyReads: ['POS_INVENTORY_READ'],
      domain: 'sales',
      name: 'getSalesOrder',
      summary: 'Retrieve an order with its lines, payments, refunds and chips',
      tag: 'selling',
      access: 'rows',
      till: true,
      params: ById,
      responses: { 200: Order },
      handle: async ({ grant, params }) => ok(await sales.order(grant, params.id)),
    }),
    route({
      method: 'GET',
      path: '/pos/receipts/{id}',
      apiKey: 'POS_RECEIPTS_READ',
      domain: 'receipts',
      name: 'getReceipt',
      summary: 'Retrieve a receipt with its printed contents',
      tag: 'selling',
      access: 'rows',
      till: true,
      params: ById,
      responses: { 200: Receipt },
      handle: async ({ grant, params }) => ok(await sales.receipt(grant, params.id)),
    }),
    route({
      method: 'POST',
      path: '/pos/receipts/{id}/reprint',
      domain: 'receipts',
      name: 'reprintReceipt',
      summary: 'Reprint a receipt',
      description: 'Reprints are audited. Cashiers can reprint only their own receipts.',
      tag: 'selling',
      access: 'store:cashier',
      till: true,
      store: 'row',
      params: ById,
      body: named('Empty', Type.Object({}, closed)),
      responses: { 200: Receipt },
      handle: async ({ grant, params }) => ok(await sales.reprint(grant, params.id)),
    }),
    route({
      method: 'POST',
      path: '/pos/receipts/{id}/mails',
      domain: 'receipts',
      name: 'sendReceipt',
      summary: 'Mail a receipt to its customer',
      description:
        'A receipt is mailed five times at most; each mail is audited. Cashiers mail only their own receipts.',
      tag: 'selling',
      access: 'store:cashier',
      till: true,
      store: 'row',
      params: ById,
      body: ReceiptMail,
      responses: { 204: null },
      problems: ['too_many_attempts'],
      handle: async ({ grant, params, body }) => {
        await sales.mail(grant, params.id, body.email)
        return noContent()
      },
    }),
  ]
}
