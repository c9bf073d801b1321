/**
 * For: what a store sells, beyond the plain records: what the till reads at once, and files of products.
 * Keeps: every product has the variant that is itself; a SKU and a barcode name one thing in a store; a store has one
 * default rate; what is gone is remembered.
 * Tables: catalog.product_imports, catalog.categories, catalog.products, catalog.variants, catalog.barcodes, catalog.tax_rates, catalog.tax_rate_templates, app.deletions.
 */
import { createHash } from 'node:crypto'
import type { Grant } from '../../authorization/grant.ts'
import { safeHorizon } from '../../collections/list-query.ts'
import type { Database } from '../../database/database.ts'
import { Problem } from '../../problem/problem.ts'
import {
  exportable,
  mostExported,
  type TableFile,
  type TableFormat,
  tableFile,
} from '../../spreadsheet/table.ts'
import type { OpenWorkbook } from '../../spreadsheet/workbook.ts'
import { bulkChanging } from './bulk-change.ts'
import { productTable } from './exporting.ts'
import { exported } from './import-queries.ts'
import { productImporting } from './importing.ts'
import * as queries from './queries.ts'
import { catalogText, countDeletions } from './till-queries.ts'

/** More than this is quicker read anew. */
const mostDeletions = 5_000

export type CatalogService = ReturnType<typeof catalogService>

interface Dependencies {
  readonly database: Database
  /** Reads workbooks and CSV. */
  readonly openTable: OpenWorkbook
}

export function catalogService({ database, openTable }: Dependencies) {
  /** The taxes that the country knows, alike for everybody. */
  const taxRateTemplates = (grant: Grant<'authenticated'>) =>
    database.read(grant, async (tx) => ({ items: await queries.taxRateTemplates(tx) }))

  /**
   * Everything that a till of the store sells from, or what of it has changed, as the text of a JSON object.
   *
   * @throws Problem `resync_required` (too much is gone to be told one by one)
   */
  const tillCatalog = (grant: Grant<'store:cashier'>, since: string | undefined) =>
    database.read(grant, async (tx) => {
      const actor = tx.storeActor()
      // First: what commits after this is told by the next request, or by this one too.
      const syncedTo = await safeHorizon(tx)
      if (
        since !== undefined &&
        (await countDeletions(tx, actor, since, mostDeletions + 1)) > mostDeletions
      ) {
        throw new Problem('resync_required', {
          detail: 'Read the whole catalog again, without updatedSince.',
        })
      }
      const rest = await catalogText(tx, actor, since)
      const text = `{"storeId":"${actor.storeId}","syncedTo":"${syncedTo}",${rest.slice(1)}`
      return { text, version: createHash('sha256').update(rest).digest('base64url').slice(0, 22) }
    })

  const changeProducts = bulkChanging(database)

  const importProducts = productImporting(database, openTable)

  /** All products of a store as a table that `importProducts` reads again. @throws Problem `export_too_large` */
  const exportProducts = async (
    grant: Grant<'store:supervisor'>,
    format: TableFormat,
  ): Promise<TableFile> => {
    const rows = await database.read(grant, (tx) => exported(tx, tx.storeActor(), mostExported + 1))
    return tableFile(format, { sheet: 'Productos', file: 'productos' }, productTable(exportable(rows)))
  }

  return { taxRateTemplates, tillCatalog, importProducts, exportProducts, changeProducts }
}
