import type { Grant } from '../../authorization/grant.ts'
import { assertPeriod } from '../../collections/period.ts'
import { reportedPlaces } from '../../collections/reported.ts'
import { scopeOf } from '../../collections/scope.ts'
import type { Database } from '../../database/database.ts'
import type { Tx } from '../../database/tx.ts'
import { exportFile } from '../../spreadsheet/exporting.ts'
import { exportable, mostExported, type TableFile } from '../../spreadsheet/table.ts'
import * as queries from './queries.ts'
import { reachOf, tooMuch } from './reach.ts'
import { salesTable } from './sales-table.ts'
import type { Dashboard, RollUp, Rollup, SalesExportQuery, SalesQuery, SalesReport } from './schema.ts'

export type ReportingService = ReturnType<typeof reportingService>

const rowsShown = 1_000
/** Maximum entries of each list on a dashboard. */
const itemsShown = 20

/**
 * Sales figures: of whole stores for their supervisors and managers, of a shift for its cashier. Everything
 * is computed from history; a past day is rolled up once, and again only after late entries, so that a report
 * over hundreds of stores adds up days and not sales. Owns reporting.daily_sales_rollups; reads other areas
 * under the caller's row permissions.
 */
export function reportingService({ database }: { database: Database }) {
  /** @throws Problem `invalid_request` · `forbidden` · `counted_blind` · `not_found` */
  const sales = (grant: Grant<'rows'>, query: SalesQuery): Promise<SalesReport> =>
    database.read(grant, (tx) => reported(tx, query, rowsShown))

  /** The report as a file. @throws Problem `invalid_request` · `forbidden` · `counted_blind` · `not_found` · `export_too_large` */
  const exportSales = (grant: Grant<'rows'>, query: SalesExportQuery): Promise<TableFile> =>
    exportFile(
      database,
      grant,
      { route: 'exportSalesReport', query, sheet: 'Ventas', file: 'ventas' },
      (tx) => reported(tx, query, mostExported + 1),
      (report) => {
        exportable(report.rows)
        return salesTable(report)
      },
    )

  /**
   * The dashboard of the stores whose figures the caller may read, or of the given one. @throws Problem
   * `forbidden`
   */
  const dashboard = (grant: Grant<'rows'>, storeId: string | undefined): Promise<Dashboard> =>
    database.read(grant, async (tx) => {
      const places = await reportedPlaces(tx, scopeOf(tx, storeId).places)
      if (places.length === 0) throw tooMuch()
      return queries.dashboard(tx, places, itemsShown)
    })

  /** Rolls up a day of the store now; today's figures may still grow. @throws Problem `invalid_request` */
  const rollUp = (grant: Grant<'store:supervisor'>, { businessOn }: RollUp): Promise<Rollup> =>
    database.write(grant, (tx) => queries.rollUp(tx, tx.storeActor(), businessOn))

  return { sales, exportSales, dashboard, rollUp, reachOf }
}

/** @throws Problem `invalid_request` · `forbidden` · `counted_blind` · `not_found` */
async function reported(tx: Tx<'rows'>, query: SalesQuery, limit: number): Promise<SalesReport> {
  assertPeriod(query)
  const { showsMargins, ...asked } = await reachOf(tx, query)
  const report = await queries.salesReport(tx, asked, query.by, limit)
  return {
    by: query.by,
    shiftId: asked.shiftId ?? null,
    storeCount: asked.places.length,
    ...report,
    ...(!showsMargins && {
      rows: report.rows.map(queries.withoutMargins),
      totals: queries.withoutMargins(report.totals),
    }),
  }
}
