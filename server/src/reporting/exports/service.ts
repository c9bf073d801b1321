import type { Grant } from '../../authorization/grant.ts'
import { scopeOf } from '../../collections/scope.ts'
import type { Database } from '../../database/database.ts'
import { readForFile } from '../../spreadsheet/reading.ts'
import { exportable, mostExported, type TableFile, tableFile } from '../../spreadsheet/table.ts'
import type { ReportingService } from '../reports/service.ts'
import * as queries from './queries.ts'
import type { MovementsQuery, OrdersQuery, ServicesQuery, ShiftReportsQuery } from './schema.ts'
import * as tables from './tables.ts'

interface Dependencies {
  readonly database: Database
  readonly reporting: Pick<ReportingService, 'assertPeriod' | 'reachOf' | 'reportedStores'>
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
  const orders = async (grant: Grant<'rows'>, query: OrdersQuery): Promise<TableFile> => {
    const found = await readForFile(database, grant, async (tx) => {
      reporting.assertPeriod(query)
      return queries.orders(tx, await reporting.reachOf(tx, query), query, limit)
    })
    return tableFile(
      query.format,
      { sheet: 'Ventas', file: 'tickets' },
      tables.ordersTable(exportable(found)),
    )
  }

  /** @throws Problem `invalid_request` · `forbidden` · `counted_blind` · `not_found` · `export_too_large` */
  const serviceSales = async (grant: Grant<'rows'>, query: ServicesQuery): Promise<TableFile> => {
    const { found, showsMargins } = await readForFile(database, grant, async (tx) => {
      reporting.assertPeriod(query)
      const { showsMargins, ...asked } = await reporting.reachOf(tx, query)
      return { found: await queries.serviceSales(tx, asked, query, limit), showsMargins }
    })
    const table = tables.servicesTable(exportable(found), showsMargins)
    return tableFile(query.format, { sheet: 'Servicios', file: 'servicios' }, table)
  }

  /** @throws Problem `invalid_request` · `export_too_large` */
  const movements = async (grant: Grant<'rows'>, query: MovementsQuery): Promise<TableFile> => {
    const found = await readForFile(database, grant, async (tx) => {
      reporting.assertPeriod(query)
      const { places } = scopeOf(tx, query.storeId)
      const costsSeen = await reporting.reportedStores(tx, { places })
      return queries.movements(tx, { ...query, places, costsSeen }, query, limit)
    })
    const table = tables.movementsTable(exportable(found))
    return tableFile(query.format, { sheet: 'Movimientos', file: 'movimientos' }, table)
  }

  /** @throws Problem `invalid_request` · `export_too_large` */
  const shiftReports = async (grant: Grant<'rows'>, query: ShiftReportsQuery): Promise<TableFile> => {
    const found = await readForFile(database, grant, async (tx) => {
      reporting.assertPeriod(query)
      const { places } = scopeOf(tx, query.storeId)
      return queries.shiftReports(tx, { ...query, places }, limit)
    })
    const table = tables.shiftReportsTable(exportable(found))
    return tableFile(query.format, { sheet: 'Cortes', file: 'cortes' }, table)
  }

  return { orders, serviceSales, movements, shiftReports }
}
