/**
 * What a store sells, beyond the plain records: the catalog that a till reads in one request, and product
 * files. Invariants: every product has its default variant; a SKU and a barcode are unique in a store; a
 * store has one default tax rate; deletions are recorded. Tables: catalog.product_imports,
 * catalog.categories, catalog.products, catalog.variants, catalog.barcodes, catalog.tax_rates,
 * catalog.tax_rate_templates, app.deletions.
 */
import type { Grant } from '../../authorization/grant.ts'
import type { Database } from '../../database/database.ts'
import { exportFile } from '../../spreadsheet/exporting.ts'
import { exportable, mostExported, type TableFile } from '../../spreadsheet/table.ts'
import type { OpenWorkbook } from '../../spreadsheet/workbook.ts'
import { bulkChanging } from './bulk-change.ts'
import { productTable } from './exporting.ts'
import { exported } from './import-queries.ts'
import { productImporting } from './importing.ts'
import * as queries from './queries.ts'
import type { ExportQuery } from './schema.ts'
import { tillCatalogs } from './till-catalog.ts'

export type CatalogService = ReturnType<typeof catalogService>

interface Dependencies {
  readonly database: Database
  /** Reads workbooks and CSV. */
  readonly openTable: OpenWorkbook
}

export function catalogService({ database, openTable }: Dependencies) {
  /** The country's taxes, the same for everybody. */
  const taxRateTemplates = (grant: Grant<'authenticated'>) =>
    database.read(grant, async (tx) => ({ items: await queries.taxRateTemplates(tx) }))

  const tillCatalog = tillCatalogs(database)

  const changeProducts = bulkChanging(database)

  const importProducts = productImporting(database, openTable)

  /** All products of a store as a table that `importProducts` accepts. @throws Problem `export_too_large` */
  const exportProducts = (grant: Grant<'store:supervisor'>, query: ExportQuery): Promise<TableFile> =>
    exportFile(
      database,
      grant,
      { route: 'exportProducts', query, sheet: 'Productos', file: 'productos' },
      (tx) => exported(tx, tx.storeActor(), mostExported + 1),
      (rows) => productTable(exportable(rows)),
    )

  return { taxRateTemplates, tillCatalog, importProducts, exportProducts, changeProducts }
}
