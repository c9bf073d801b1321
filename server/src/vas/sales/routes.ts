import { unlessKnown } from '../../http/conditional.ts'
import { noContent, ok, type Route, route } from '../../http/route.ts'
import { closed, Id, named } from '../../http/shapes.ts'
import { replayed } from '../../idempotency/once.ts'
import { ReceiptMail } from '../../identity/mails/schema.ts'
import { Type } from '../../json-schema.ts'
import {
  Catalog,
  CatalogQuery,
  Providers,
  ProvidersQuery,
  SalePage,
  SaleQuery,
  SaleRequest,
  SaleView,
} from './schema.ts'
import type { VasService } from './service.ts'

/** The provider's callback. */
export const callbackPath = '/vas/callbacks/dtone'

const maxWaitMs = 10_000
const usualWaitMs = 8_000

export function vasRoutes(vas: VasService): Route[] {
  return [
    route({
      method: 'GET',
      path: '/vas/catalog',
      apiKey: 'TRANSACTIONS_READ',
      name: 'listVasProducts',
      summary: 'List products of one kind: carriers, brands and billers with their amounts',
      tag: 'vas',
      access: 'authenticated',
      till: true,
      store: 'query',
      query: CatalogQuery,
      description:
        'By the terms of the merchant of the given store, or of the caller’s only merchant: the products offered, the fees and the commission.',
      responses: { 200: Catalog, 304: null },
      problems: ['forbidden', 'merchant_suspended', 'store_required'],
      handle: async ({ grant, query, headers }) => {
        const { items, version } = await vas.catalog(grant, query.kind)
        return unlessKnown(headers, version, () => ok({ items }))
      },
    }),
    route({
      method: 'GET',
      path: '/vas/providers',
      apiKey: 'TRANSACTIONS_READ',
      name: 'listVasProviders',
      summary: 'List providers and their availability',
      description:
        'The state applies to a sale made now: while a provider is DOWN, sales are refused before anything is reserved. Platform staff get all providers, also those that the platform’s terms withhold.',
      tag: 'vas',
      access: 'authenticated',
      till: true,
      store: 'query',
      query: ProvidersQuery,
      responses: { 200: Providers, 304: null },
      problems: ['forbidden', 'merchant_suspended', 'store_required'],
      handle: async ({ grant, headers }) => {
        const { items, version } = await vas.providers(grant)
        return unlessKnown(headers, version, () => ok({ items }))
      },
    }),
    route({
      method: 'POST',
      path: '/vas/sale',
      apiKey: 'TRANSACTIONS_WRITE',
      apiKeyReads: ['POS_STORES_READ'],
      name: 'createVasSale',
      summary:
        'Sell a value-added service from the merchant’s wallet, or from its own account at the provider',
      description:
        'Returns 201 with the final sale (a decline is a result, not an error), or 202 while it is PENDING. `Prefer: wait=N` sets how long to wait, 10 s at most.',
      tag: 'vas',
      access: 'store:cashier',
      till: true,
      store: 'body',
      idempotent: true,
      headers: ['prefer'],
      secret: true,
      body: SaleRequest,
      responses: { 201: SaleView, 202: SaleView },
      problems: [
        'insufficient_funds',
        'merchant_unverified',
        'velocity_exceeded',
        'duplicate_suspected',
        'idempotency_key_in_use',
        'idempotency_key_reused',
        'invalid_transition',
        'terminal_disabled',
        'shift_closed',
        'connection_disabled',
        'connection_paused',
        'product_unavailable',
        'chips_sold_through_cart',
        'amount_not_allowed',
        'price_changed',
        'reference_invalid',
        'tender_too_small',
        'quote_required',
        'quote_mismatch',
        'quote_expired',
        'statement_overdue',
        'aggregator_unavailable',
      ],
      handle: async ({ grant, body, headers }) => {
        const terms = {
          idempotencyKey: headers['idempotency-key'],
          waitMs: waitMs(headers['prefer']),
        }
        const { status, view, isReplay } = await vas.sell(grant, body, terms)
        const location = `/vas/sale/${view.id}`
        const headersOut = { location, ...(status === 202 && { 'retry-after': '2' }) }
        return replayed({ status, body: view, headers: headersOut }, isReplay)
      },
    }),
    route({
      method: 'GET',
      path: '/vas/sale/{id}',
      finishes: true,
      apiKey: 'TRANSACTIONS_READ',
      apiKeyReads: ['POS_STORES_READ'],
      domain: 'sales',
      name: 'getVasSale',
      summary: 'Retrieve a sale; poll it while it is PENDING',
      tag: 'vas',
      access: 'store:cashier',
      till: true,
      store: 'row',
      secret: true,
      params: Type.Object({ id: Id }, closed),
      responses: { 200: SaleView },
      handle: async ({ grant, params }) => {
        const view = await vas.sale(grant, params.id)
        return ok(view, view.status === 'PENDING' ? { 'retry-after': '2' } : {})
      },
    }),
    route({
      method: 'POST',
      path: '/vas/sale/{id}/mails',
      domain: 'sales',
      name: 'sendVasReceipt',
      summary: 'Mail the receipt of a completed sale to its customer',
      description:
        'A receipt is mailed five times at most; each mail is audited. A PIN in it is masked. Before a sale is COMPLETED, and after it has FAILED, the answer is `invalid_transition`.',
      tag: 'vas',
      access: 'store:cashier',
      till: true,
      store: 'row',
      params: Type.Object({ id: Id }, closed),
      body: ReceiptMail,
      responses: { 204: null },
      problems: ['invalid_transition', 'too_many_attempts'],
      handle: async ({ grant, params, body }) => {
        await vas.mail(grant, params.id, body.email)
        return noContent()
      },
    }),
    route({
      method: 'POST',
      path: callbackPath,
      name: 'receiveVasCallback',
      summary: 'Receive the provider’s notification about a transaction',
      description:
        'The notification is unsigned, so it proves nothing: it only makes the server ask the provider, and nothing else of the body is read. An unknown id gets the same answer.',
      tag: 'vas',
      access: 'public',
      limit: 'callback',
      body: named(
        'DtoneCallback',
        Type.Object({ external_id: Type.String({ minLength: 1, maxLength: 40 }) }),
      ),
      responses: { 204: null },
      handle: async ({ body }) => {
        await vas.wake(body.external_id)
        return noContent()
      },
    }),
    route({
      method: 'GET',
      path: '/vas/sales',
      apiKey: 'TRANSACTIONS_READ',
      apiKeyReads: ['POS_STORES_READ'],
      name: 'listVasSales',
      summary: 'List sales of value-added services, newest first',
      tag: 'vas',
      access: 'rows',
      till: true,
      store: 'query',
      query: SaleQuery,
      responses: { 200: SalePage },
      problems: ['forbidden', 'merchant_suspended', 'invalid_cursor'],
      handle: async ({ grant, query }) => ok(await vas.sales(grant, query)),
    }),
  ]
}

/** `Prefer: wait=N` (RFC 7240), with a maximum. */
function waitMs(prefer: string | undefined): number {
  const seconds = /(?:^|[,;\s])wait=(\d{1,3})(?:$|[,;\s])/.exec(prefer ?? '')?.[1]
  return seconds === undefined ? usualWaitMs : Math.min(Number(seconds) * 1000, maxWaitMs)
}
