import { Type } from 'typebox'
import { download } from '../../http/download.ts'
import { ok, type Route, route } from '../../http/route.ts'
import * as shapes from './schema.ts'
import type { ReportingService } from './service.ts'

const tag = 'reporting'

export function reportingRoutes(reporting: ReportingService): Route[] {
  return [
    route({
      method: 'GET',
      path: '/pos/reports/sales',
      apiKey: 'POS_REPORTS_READ',
      name: 'getSalesReport',
      summary: 'What was sold, given back and passed on, by day, product, cashier and so on',
      description:
        'Supervisors and managers read every store where they are that, or the one named; a cashier the own shift: ' +
        'the one named, the open one or the last. At most 366 days.',
      tag,
      access: 'rows',
      store: 'query',
      query: shapes.SalesQuery,
      responses: { 200: shapes.SalesReport },
      problems: ['forbidden'],
      handle: async ({ grant, query }) => ok(await reporting.sales(grant, query)),
    }),
    route({
      method: 'GET',
      path: '/pos/reports/sales/export',
      name: 'exportSalesReport',
      summary: 'The sales report as CSV or .xlsx, every row of it and their totals',
      tag,
      access: 'rows',
      store: 'query',
      limit: 'export',
      query: shapes.SalesExportQuery,
      responses: { 200: Type.String() },
      problems: ['forbidden', 'export_too_large'],
      handle: async ({ grant, query }) => download(await reporting.exportSales(grant, query)),
    }),
    route({
      method: 'GET',
      path: '/pos/reports/dashboard',
      name: 'getDashboard',
      summary: 'Today beside the same day of last week, and what waits for somebody',
      description: 'Of every store where the caller is supervisor or manager, or of the one named.',
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
      summary: 'Write a business day of a store down now',
      description:
        'Days that are over are written down every night. A version is added only when the day comes to something ' +
        'else than the last one says; otherwise that one is answered.',
      tag,
      access: 'store:supervisor',
      store: 'body',
      body: shapes.RollUp,
      responses: { 200: shapes.Rollup },
      handle: async ({ grant, body }) => ok(await reporting.rollUp(grant, body)),
    }),
  ]
}
