import { deviceHashOf } from '../../http/credentials.ts'
import { created, ok, type Route, route } from '../../http/route.ts'
import { Acceptance, ById, Discarding, NewOfflineSale, OfflineSale } from './schema.ts'
import type { OfflineSalesService } from './service.ts'

const tag = 'selling'
/** 500 lines, each with name and note. */
const largestSaleBytes = 512 * 1024

export function offlineSalesRoutes(offlineSales: OfflineSalesService): Route[] {
  return [
    route({
      method: 'POST',
      path: '/pos/offline_sales',
      name: 'createOfflineSale',
      summary: 'Hand in a sale that was made offline',
      description:
        'Stored once per `id`: sending it again returns its current state with 200. A sale without ' +
        'conflicts is booked immediately, at the prices that were shown. Any other is HELD for a supervisor, ' +
        'with the reasons: the money was taken, so it is not refused. The seller’s cart with the same `id` becomes this sale, ' +
        'unless it was finalized before: then that sale is returned. If another person has recalled it, the sale is HELD. Supervisors may hand in sales of others; these ' +
        'are HELD, as are sales from another device than the one that sold them. Cash payments are rounded to the ' +
        'store’s coins; a sale that was paid in other coins, which the store may have had before, is HELD.',
      tag,
      access: 'store:cashier',
      till: true,
      store: 'body',
      body: NewOfflineSale,
      bodyLimitBytes: largestSaleBytes,
      responses: { 200: OfflineSale, 201: OfflineSale },
      problems: ['payment_mismatch', 'tender_too_small', 'duplicate_value', 'idempotency_key_reused'],
      handle: async ({ grant, body, headers, isHttps }) => {
        const { isNew, sale } = await offlineSales.receive(grant, body, deviceHashOf(headers, isHttps))
        return isNew ? created(sale, `/pos/offline_sales/${sale.id}`) : ok(sale)
      },
    }),
    route({
      method: 'POST',
      path: '/pos/offline_sales/{id}/accept',
      domain: 'sales',
      name: 'acceptOfflineSale',
      summary: 'Book a held sale as it was made',
      description:
        'Not by the seller, nor by the person who handed it in. Booked at the prices that were shown. Goods without stock are added by an adjustment first. Goods that were deleted, or can no longer be sold like this, are refused. A closed shift ' +
        'accepts nothing more: the sale goes to the open shift of the seller, or else of the caller. Cash that was counted ' +
        'with the closed shift leaves that open one again by a movement that names the count, up to the surplus of the count; ' +
        'cash that was not counted goes into the open drawer (`isCashInDrawer`).',
      tag,
      access: 'store:supervisor',
      till: true,
      store: 'row',
      params: ById,
      body: Acceptance,
      responses: { 200: OfflineSale },
      problems: [
        'self_approval',
        'invalid_transition',
        'shift_closed',
        'surplus_exceeded',
        'product_unavailable',
      ],
      handle: async ({ grant, params, body }) => ok(await offlineSales.accept(grant, params.id, body)),
    }),
    route({
      method: 'POST',
      path: '/pos/offline_sales/{id}/discard',
      domain: 'sales',
      name: 'discardOfflineSale',
      summary: 'Discard a held sale, with a reason',
      tag,
      access: 'store:supervisor',
      till: true,
      store: 'row',
      params: ById,
      body: Discarding,
      responses: { 200: OfflineSale },
      problems: ['self_approval', 'invalid_transition'],
      handle: async ({ grant, params, body }) =>
        ok(await offlineSales.discard(grant, params.id, body.reason)),
    }),
  ]
}
