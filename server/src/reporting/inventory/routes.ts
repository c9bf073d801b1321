import { download } from '../../http/download.ts'
import { ok, type Route, route } from '../../http/route.ts'
import { Type } from '../../json-schema.ts'
import * as shapes from './schema.ts'
import type { InventoryReportService } from './service.ts'

const tag = 'reporting'

export function inventoryReportRoutes(inventory: InventoryReportService): Route[] {
  return [
    route({
      method: 'GET',
      path: '/pos/reports/inventory',
      apiKey: 'POS_INVENTORY_READ',
      apiKeyReads: ['POS_CATALOG_READ', 'POS_STORES_READ'],
      name: 'getInventoryReport',
      summary: 'List the stock by name, with its value',
      description:
        'Goods tracked in stock, including those that were never moved, and any others still in stock. ' +
        'Costs are null for cashiers.',
      tag,
      access: 'rows',
      store: 'query',
      query: shapes.InventoryQuery,
      responses: { 200: shapes.InventoryReport },
      problems: ['invalid_cursor'],
      handle: async ({ grant, query }) => ok(await inventory.report(grant, query)),
    }),
    route({
      method: 'GET',
      path: '/pos/reports/inventory/export',
      name: 'exportInventoryReport',
      summary: 'Export the stock as CSV or .xlsx',
      tag,
      access: 'rows',
      store: 'query',
      limit: 'export',
      query: shapes.InventoryExportQuery,
      responses: { 200: Type.String() },
      problems: ['export_too_large'],
      handle: async ({ grant, query }) => download(await inventory.exportReport(grant, query)),
    }),
  ]
}
