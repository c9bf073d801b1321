import { ok, type Route, route } from '../../http/route.ts'
import { TaxRateTemplates } from './schema.ts'
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
  ]
}
