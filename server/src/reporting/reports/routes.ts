import { download } from '../../http/download.ts'
import { ok, type Route, route } from '../../http/route.ts'
import { Type } from '../../json-schema.ts'
import * as shapes from './schema.ts'
import type { ReportingService } from './service.ts'

const tag = 'reporting'

export function reportingRoutes(reporting: ReportingService): Route[] {
  return [
    route({
      method: 'GET',
      path: '/pos/reports/sales',
      apiKey: 'POS_REPORTS_READ',
      apiKeyReads: ['POS_SALES_READ', 'POS_CATALOG_READ', 'POS_STORES_READ'],
      name: 'getSalesReport',
      summary: 'Retrieve the sales report, by day, product, cashier and more',
      description:
        'Covers every store where the caller is supervisor or manager, or the given one; for cashiers their own shift: ' +
        'the given one, the open one or the last. 366 days at most.',
      tag,
      access: 'rows',
      store: 'query',
      query: shapes.SalesQuery,
      responses: { 200: shapes.SalesReport },
      problems: ['forbidden', 'counted_blind'],
      handle: async ({ grant, query }) => ok(await reporting.sales(grant, query)),
    }),
    route({
      method: 'GET',
      path: '/pos/reports/sales/export',
      name: 'exportSalesReport',
      summary: 'Export the sales report with all rows and totals as CSV or .xlsx',
      tag,
      access: 'rows',
      store: 'query',
      limit: 'export',
      query: shapes.SalesExportQuery,
      responses: { 200: Type.String() },
      problems: ['forbidden', 'counted_blind', 'export_too_large'],
      handle: async ({ grant, query }) => download(await reporting.exportSales(grant, query)),
    }),
    route({
      method: 'GET',
      path: '/pos/reports/dashboard',
      name: 'getDashboard',
      summary:
        'Retrieve the dashboard: today compared with the same day of last week, and what needs attention',
      description: 'Covers every store where the caller is supervisor or manager, or the given one.',
      tag,
      access: 'rows',
      store: 'query',
      query: shapes.DashboardQuery,
      responses: { 200: shapes.Dashboard },
      problems: ['forbidden'],
      handle: async ({ grant, query }) => ok(await reporting.dashboard(grant, query.storeId)),
    }),
    route({
      method: 'POST',
      path: '/pos/daily_sales_rollups',
      name: 'rollUpDailySales',
      summary: 'Roll up a business day of a store now',
      description:
        'Past days are rolled up every night. A version is added only if the day differs from the ' +
        'last version; otherwise the last one is returned.',
      tag,
      access: 'store:supervisor',
      store: 'body',
      body: shapes.RollUp,
      responses: { 200: shapes.Rollup },
      handle: async ({ grant, body }) => ok(await reporting.rollUp(grant, body)),
    }),
  ]
}
