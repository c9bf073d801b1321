import { deviceHashOf } from '../../http/credentials.ts'
import { created, ok, type Route, route } from '../../http/route.ts'
import { Acceptance, ById, Discarding, NewOfflineSale, OfflineSale } from './schema.ts'
import type { OfflineSalesService } from './service.ts'

const tag = 'selling'
/** 500 lines, each with its name and note. */
const largestSaleBytes = 512 * 1024

export function offlineSalesRoutes(offlineSales: OfflineSalesService): Route[] {
  return [
    route({
      method: 'POST',
      path: '/pos/offline_sales',
      name: 'createOfflineSale',
      summary: 'Hand in a sale that was made without a network',
      description:
        'Kept once for its `id`, however often it is sent: the answer is the sale as it is by now, with 200. What nothing ' +
        'stands against is booked at once, at the prices that were shown. Everything else is HELD for a supervisor, ' +
        'with the reasons: the money was taken, so it is not refused. A cart of the same `id` becomes this sale, ' +
        'unless it was finalized before: then that sale is the answer. Supervisors hand in what others have sold; that ' +
        'is HELD, as is what comes from another device than the one that sold it. What is paid in cash is rounded to the ' +
        'coins of the store.',
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
        'By neither who made it nor who handed it in. At the prices that were shown. Goods that the books lack are found by an adjustment first. A shift that is closed ' +
        'takes nothing more: the sale goes to the open shift of who sold, or else of the caller; cash that was counted ' +
        'with the closed shift leaves that one again by a movement that names the count, as far as that count had too much; ' +
        'cash that was not counted goes into the open drawer (`isCashInDrawer`).',
      tag,
      access: 'store:supervisor',
      till: true,
      store: 'row',
      params: ById,
      body: Acceptance,
      responses: { 200: OfflineSale },
      problems: [
        'forbidden',
        'self_approval',
        'invalid_transition',
        'shift_closed',
        'surplus_exceeded',
        'product_unavailable',
        'duplicate_value',
      ],
      handle: async ({ grant, params, body }) => ok(await offlineSales.accept(grant, params.id, body)),
    }),
    route({
      method: 'POST',
      path: '/pos/offline_sales/{id}/discard',
      domain: 'sales',
      name: 'discardOfflineSale',
      summary: 'Leave a held sale unbooked, for a reason',
      tag,
      access: 'store:supervisor',
      till: true,
      store: 'row',
      params: ById,
      body: Discarding,
      responses: { 200: OfflineSale },
      problems: ['forbidden', 'self_approval', 'invalid_transition'],
      handle: async ({ grant, params, body }) =>
        ok(await offlineSales.discard(grant, params.id, body.reason)),
    }),
  ]
}
