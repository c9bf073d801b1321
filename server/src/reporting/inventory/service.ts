import type { Grant } from '../../authorization/grant.ts'
import { type Order, pageOf, viewed } from '../../collections/page.ts'
import { reportedStores } from '../../collections/reported.ts'
import { scopeOf } from '../../collections/scope.ts'
import type { Database } from '../../database/database.ts'
import { exportFile } from '../../spreadsheet/exporting.ts'
import { exportable, mostExported, type TableFile } from '../../spreadsheet/table.ts'
import { inventoryTable } from './inventory-table.ts'
import * as queries from './queries.ts'
import type { InventoryExportQuery, InventoryItem, InventoryQuery, InventoryTotals } from './schema.ts'

const byName: Order<{ readonly key: string; readonly variantId: string }, 'key' | 'id'> = {
  keys: { key: 'text', id: 'uuid' },
  of: ({ key, variantId }) => ({ key, id: variantId }),
}

interface InventoryReport {
  readonly items: InventoryItem[]
  readonly nextCursor: string | null
  readonly totals: InventoryTotals | null
}

export type InventoryReportService = ReturnType<typeof inventoryReportService>

/**
 * The stock of the caller's stores by name of the goods, with its value. A cashier sees everything but costs.
 * Owns nothing; reads catalog and stock under the caller's row permissions.
 */
export function inventoryReportService({ database }: { database: Database }) {
  /** A page by name, and on the first one the totals. @throws Problem `invalid_cursor` */
  const report = (grant: Grant<'rows'>, query: InventoryQuery): Promise<InventoryReport> =>
    database.read(grant, async (tx) => {
      const { storeId, limit, cursor, ...filter } = query
      const scope = scopeOf(tx, storeId)
      const wanted = wantedBy(filter)
      const costsSeen = await reportedStores(tx, scope)
      const asked = { list: 'inventory', narrowedBy: [storeId, filter], limit, cursor }
      const page = await pageOf(tx, asked, byName, (range) =>
        queries.items(tx, scope, { ...wanted, costsSeen }, range),
      )
      const totals = cursor === undefined ? await queries.totals(tx, scope, { ...wanted, costsSeen }) : null
      return { ...viewed(page, ({ key: _key, ...item }) => item), totals }
    })

  /** All of it as a file. @throws Problem `export_too_large` */
  const exportReport = (grant: Grant<'rows'>, query: InventoryExportQuery): Promise<TableFile> => {
    const everything = { limit: mostExported + 1, after: undefined }
    return exportFile(
      database,
      grant,
      { route: 'exportInventoryReport', query, sheet: 'Inventario', file: 'inventario' },
      async (tx) => {
        const scope = scopeOf(tx, query.storeId)
        const costsSeen = await reportedStores(tx, scope)
        return queries.items(tx, scope, { ...wantedBy(query), costsSeen }, everything)
      },
      (rows) => inventoryTable(exportable(rows)),
    )
  }

  return { report, exportReport }
}

type Filter = Pick<InventoryQuery, 'q' | 'categoryId' | 'isLow'>

function wantedBy({ q = '', categoryId, isLow }: Filter): queries.Wanted {
  return { words: q.split(/\s+/).filter((word) => word !== ''), categoryId, isLow }
}
