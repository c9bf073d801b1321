import type { Grant } from '../../authorization/grant.ts'
import { decodeCursor, encodeCursor, listName } from '../../collections/cursor.ts'
import { scopeOf } from '../../collections/scope.ts'
import type { Database } from '../../database/database.ts'
import { exportable, mostExported, type TableFile, tableFile } from '../../spreadsheet/table.ts'
import { inventoryTable } from './inventory-table.ts'
import * as queries from './queries.ts'
import type { InventoryExportQuery, InventoryItem, InventoryQuery, InventoryTotals } from './schema.ts'

interface InventoryReport {
  readonly items: InventoryItem[]
  readonly nextCursor: string | null
  readonly totals: InventoryTotals | null
}

export type InventoryReportService = ReturnType<typeof inventoryReportService>

/**
 * What is on the shelves of the caller's stores by the names of the goods, and what it is worth.
 * A cashier sees everything but what things cost.
 * Owns nothing; reads the catalog and the stock, under the caller's own row permissions.
 */
export function inventoryReportService({ database }: { database: Database }) {
  /** A page by name, and on the first one what all of it comes to. @throws Problem `invalid_cursor` */
  const report = (grant: Grant<'rows'>, query: InventoryQuery): Promise<InventoryReport> =>
    database.read(grant, async (tx) => {
      const { storeId, limit, cursor, ...filter } = query
      const list = listName(['inventory', tx.principal.accountId, storeId, filter])
      const after = cursor === undefined ? undefined : decodeCursor(list, 'text', cursor)
      const scope = scopeOf(tx, storeId)
      const wanted = wantedBy(filter)
      const rows = await queries.items(tx, scope, wanted, { limit: limit + 1, after })
      const totals = after === undefined ? await queries.totals(tx, scope, wanted) : null
      const last = rows.length > limit ? rows[limit - 1] : undefined
      return {
        items: rows.slice(0, limit).map(({ key: _key, ...item }) => item),
        nextCursor: last === undefined ? null : encodeCursor(list, { key: last.key, id: last.variantId }),
        totals,
      }
    })

  /** All of it as a file. @throws Problem `export_too_large` */
  const exportReport = async (grant: Grant<'rows'>, query: InventoryExportQuery): Promise<TableFile> => {
    const { storeId, format, ...filter } = query
    const everything = { limit: mostExported + 1, after: undefined }
    const rows = await database.read(grant, (tx) =>
      queries.items(tx, scopeOf(tx, storeId), wantedBy(filter), everything),
    )
    return tableFile(format, { sheet: 'Inventario', file: 'inventario' }, inventoryTable(exportable(rows)))
  }

  return { report, exportReport }
}

type Filter = Pick<InventoryQuery, 'q' | 'categoryId' | 'isLow'>

function wantedBy({ q = '', categoryId, isLow }: Filter): queries.Wanted {
  return { words: q.split(/\s+/).filter((word) => word !== ''), categoryId, isLow }
}
