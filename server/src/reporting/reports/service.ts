import type { Grant } from '../../authorization/grant.ts'
import { scopeOf } from '../../collections/scope.ts'
import type { Database } from '../../database/database.ts'
import { exportable, mostExported, type TableFile, tableFile } from '../../spreadsheet/table.ts'
import * as queries from './queries.ts'
import { assertPeriod, reachOf, tooMuch } from './reach.ts'
import { salesTable } from './sales-table.ts'
import type { Dashboard, RollUp, Rollup, SalesExportQuery, SalesQuery, SalesReport } from './schema.ts'

export type ReportingService = ReturnType<typeof reportingService>

const rowsShown = 1_000
/** Of each list on a dashboard. */
const itemsShown = 20

/**
 * What was sold: whole stores to their supervisors and managers, a shift to whoever had it.
 * Everything is computed from history; a day that is over is written down once, and again only when something came
 * late, so that a report over hundreds of stores adds up days and not sales.
 * Owns reporting.daily_sales_rollups; reads what other domains wrote, under the caller's own row permissions.
 */
export function reportingService({ database }: { database: Database }) {
  /** @throws Problem `invalid_request` · `forbidden` · `not_found` */
  const sales = (grant: Grant<'rows'>, query: SalesQuery, limit = rowsShown): Promise<SalesReport> =>
    database.read(grant, async (tx) => {
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
    })

  /** The report as a file. @throws Problem `invalid_request` · `forbidden` · `not_found` · `export_too_large` */
  const exportSales = async (
    grant: Grant<'rows'>,
    { format, ...query }: SalesExportQuery,
  ): Promise<TableFile> => {
    const report = await sales(grant, query, mostExported + 1)
    exportable(report.rows)
    return tableFile(format, { sheet: 'Ventas', file: 'ventas' }, salesTable(report))
  }

  /** How the stores stand whose figures the caller reads, or the one named. @throws Problem `forbidden` */
  const dashboard = (grant: Grant<'rows'>, storeId: string | undefined): Promise<Dashboard> =>
    database.read(grant, async (tx) => {
      const places = await queries.reportedPlaces(tx, scopeOf(tx, storeId).places)
      if (places.length === 0) throw tooMuch()
      return queries.dashboard(tx, places, itemsShown)
    })

  /** Writes a day of the store down now; today is not over and may come to more. @throws Problem `invalid_request` */
  const rollUp = (grant: Grant<'store:supervisor'>, { businessOn }: RollUp): Promise<Rollup> =>
    database.write(grant, (tx) => queries.rollUp(tx, tx.storeActor(), businessOn))

  return { sales, exportSales, dashboard, rollUp, assertPeriod, reachOf }
}
