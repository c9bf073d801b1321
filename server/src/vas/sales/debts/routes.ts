import { ok, type Route, route } from '../../../http/route.ts'
import { DebtQuery, Quote } from './schema.ts'
import type { DebtsService } from './service.ts'

export function debtsRoutes(debts: DebtsService): Route[] {
  return [
    route({
      method: 'GET',
      path: '/vas/adeudo',
      apiKey: 'TRANSACTIONS_READ',
      name: 'quoteBill',
      summary: 'Look up the amount owed on a bill',
      description:
        'Asks the biller and stores the answer as a quote for 15 minutes; a sale that pays it sends `quoteId`. Off until the platform switches `vas_adeudo_lookup` on.',
      tag: 'vas',
      access: 'authenticated',
      till: true,
      limit: 'lookup',
      store: 'query',
      query: DebtQuery,
      responses: { 200: Quote },
      problems: [
        'forbidden',
        'feature_disabled',
        'merchant_suspended',
        'merchant_unverified',
        'store_required',
        'product_unavailable',
        'reference_invalid',
        'nothing_owed',
        'aggregator_unavailable',
      ],
      handle: async ({ grant, query }) =>
        ok(await debts.lookUp(grant, query), { 'cache-control': 'no-store' }),
    }),
  ]
}
