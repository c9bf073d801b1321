import { jsonText } from '../../http/compressed.ts'
import { ok, type Route, route } from '../../http/route.ts'
import { TaxRateTemplates, TillCatalog, TillCatalogQuery } from './schema.ts'
import type { CatalogService } from './service.ts'

const tag = 'Catalog'

export function catalogRoutes(catalog: CatalogService): Route[] {
  return [
    route({
      method: 'GET',
      path: '/pos/tax_rate_templates',
      name: 'taxRateTemplates',
      summary: 'The taxes that the country knows',
      description: 'A new store has all of them as its tax rates.',
      tag,
      access: 'authenticated',
      responses: { 200: TaxRateTemplates },
      handle: async ({ grant }) => ok(await catalog.taxRateTemplates(grant)),
    }),
    route({
      method: 'GET',
      path: '/pos/catalog',
      name: 'tillCatalog',
      summary: 'Everything that a till sells from, in one answer',
      description:
        'With `updatedSince`, what of it has changed: a product comes whole when any part of it has. ' +
        'Answers 304 when `If-None-Match` names the present `ETag`.',
      tag,
      access: 'store:cashier',
      store: 'query',
      query: TillCatalogQuery,
      responses: { 200: TillCatalog, 304: null },
      problems: ['forbidden', 'merchant_suspended', 'store_required', 'resync_required'],
      handle: async ({ grant, query, headers }) => {
        const { text, version } = await catalog.tillCatalog(grant, query.updatedSince)
        const tag = `"${version}"`
        const cached = { etag: tag, 'cache-control': 'private, no-cache' }
        const known = [headers['if-none-match'] ?? ''].flat().join()
        if (known.includes(tag)) return { status: 304, headers: cached }
        return jsonText(text, headers['accept-encoding'], cached)
      },
    }),
  ]
}
