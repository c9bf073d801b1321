import { download } from '../../http/download.ts'
import { type Route, route } from '../../http/route.ts'
import { Type } from '../../json-schema.ts'
import * as shapes from './schema.ts'
import type { ExportsService } from './service.ts'

const common = {
  method: 'GET',
  access: 'rows',
  store: 'query',
  limit: 'export',
  responses: { 200: Type.String() },
} as const

const ofSales =
  'Days are in the store’s time zone, 366 at most; default: today. Supervisors and managers export whole ' +
  'stores; cashiers their own shift: the given one, the open one or the last.'
const ofRows =
  'Days are in the store’s time zone, 366 at most; default: today. Contains what the caller may read.'

export function exportsRoutes(exports: ExportsService): Route[] {
  return [
    route({
      ...common,
      path: '/pos/sales_orders/export',
      name: 'exportSalesOrders',
      summary: 'Export sales with their payments as CSV or .xlsx, newest first',
      description: ofSales,
      tag: 'reporting',
      query: shapes.OrdersQuery,
      problems: ['forbidden', 'counted_blind', 'export_too_large'],
      handle: async ({ grant, query }) => download(await exports.orders(grant, query)),
    }),
    route({
      ...common,
      path: '/vas/sales/export',
      name: 'exportVasSales',
      summary: 'Export sales of value-added services as CSV or .xlsx, newest first',
      description: ofSales,
      tag: 'reporting',
      query: shapes.ServicesQuery,
      problems: ['forbidden', 'counted_blind', 'export_too_large'],
      handle: async ({ grant, query }) => download(await exports.serviceSales(grant, query)),
    }),
    route({
      ...common,
      path: '/pos/stock_movements/export',
      name: 'exportStockMovements',
      summary: 'Export stock movements as CSV or .xlsx, newest first',
      description: ofRows,
      tag: 'reporting',
      query: shapes.MovementsQuery,
      problems: ['export_too_large'],
      handle: async ({ grant, query }) => download(await exports.movements(grant, query)),
    }),
    route({
      ...common,
      path: '/pos/shift_reports/export',
      name: 'exportShiftReports',
      summary: 'Export closed shifts with expected and counted cash as CSV or .xlsx, newest first',
      description: ofRows,
      tag: 'reporting',
      query: shapes.ShiftReportsQuery,
      problems: ['export_too_large'],
      handle: async ({ grant, query }) => download(await exports.shiftReports(grant, query)),
    }),
  ]
}
