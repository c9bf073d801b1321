import type { Grant } from '../../authorization/grant.ts'
import { assertPeriod } from '../../collections/period.ts'
import { reportedStores } from '../../collections/reported.ts'
import { scopeOf } from '../../collections/scope.ts'
import type { Database } from '../../database/database.ts'
import { exportFile } from '../../spreadsheet/exporting.ts'
import { exportable, mostExported, type TableFile } from '../../spreadsheet/table.ts'
import type { ReportingService } from '../reports/service.ts'
import * as queries from './queries.ts'
import type { MovementsQuery, OrdersQuery, ServicesQuery, ShiftReportsQuery } from './schema.ts'
import * as tables from './tables.ts'

interface Dependencies {
  readonly database: Database
  readonly reporting: Pick<ReportingService, 'reachOf'>
}

export type ExportsService = ReturnType<typeof exportsService>

/** One more than fits, to detect that there are too many. */
const limit = mostExported + 1

/**
 * History as files: sales of goods and services, stock movements, closed shifts. A file contains what the
 * caller may read on screen and nothing else: sales of whole stores for their supervisors and managers, those
 * of a shift for its cashier. It is complete, or refused. Owns nothing; reads other areas under the caller's
 * row permissions.
 */
export function exportsService({ database, reporting }: Dependencies) {
  /** @throws Problem `invalid_request` · `forbidden` · `counted_blind` · `not_found` · `export_too_large` */
  const orders = (grant: Grant<'rows'>, query: OrdersQuery): Promise<TableFile> =>
    exportFile(
      database,
      grant,
      { route: 'exportSalesOrders', query, sheet: 'Ventas', file: 'tickets' },
      async (tx) => {
        assertPeriod(query)
        return queries.orders(tx, await reporting.reachOf(tx, query), query, limit)
      },
      (found) => tables.ordersTable(exportable(found)),
    )

  /** @throws Problem `invalid_request` · `forbidden` · `counted_blind` · `not_found` · `export_too_large` */
  const serviceSales = (grant: Grant<'rows'>, query: ServicesQuery): Promise<TableFile> =>
    exportFile(
      database,
      grant,
      { route: 'exportVasSales', query, sheet: 'Servicios', file: 'servicios' },
      async (tx) => {
        assertPeriod(query)
        const { showsMargins, ...asked } = await reporting.reachOf(tx, query)
        return { found: await queries.serviceSales(tx, asked, query, limit), showsMargins }
      },
      ({ found, showsMargins }) => tables.servicesTable(exportable(found), showsMargins),
    )

  /** @throws Problem `invalid_request` · `export_too_large` */
  const movements = (grant: Grant<'rows'>, query: MovementsQuery): Promise<TableFile> =>
    exportFile(
      database,
      grant,
      { route: 'exportStockMovements', query, sheet: 'Movimientos', file: 'movimientos' },
      async (tx) => {
        assertPeriod(query)
        const { places } = scopeOf(tx, query.storeId)
        const costsSeen = await reportedStores(tx, { places })
        return queries.movements(tx, { ...query, places, costsSeen }, query, limit)
      },
      (found) => tables.movementsTable(exportable(found)),
    )

  /** @throws Problem `invalid_request` · `export_too_large` */
  const shiftReports = (grant: Grant<'rows'>, query: ShiftReportsQuery): Promise<TableFile> =>
    exportFile(
      database,
      grant,
      { route: 'exportShiftReports', query, sheet: 'Cortes', file: 'cortes' },
      (tx) => {
        assertPeriod(query)
        const { places } = scopeOf(tx, query.storeId)
        return queries.shiftReports(tx, { ...query, places }, limit)
      },
      (found) => tables.shiftReportsTable(exportable(found)),
    )

  return { orders, serviceSales, movements, shiftReports }
}
