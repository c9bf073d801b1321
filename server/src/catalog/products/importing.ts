import { createHash } from 'node:crypto'
import { v7 as uuidV7 } from 'uuid'
import type { Grant } from '../../authorization/grant.ts'
import type { StoreActor } from '../../authorization/principal.ts'
import { refusingBadValues } from '../../collections/violations.ts'
import type { Database } from '../../database/database.ts'
import type { Tx } from '../../database/tx.ts'
import { Problem } from '../../problem/problem.ts'
import type { OpenWorkbook } from '../../spreadsheet/workbook.ts'
import { changeKnown } from './import-changes.ts'
import { readProducts } from './import-file.ts'
import { inParts, rowsAtOnce } from './import-parts.ts'
import { type Plan, planned } from './import-plan.ts'
import * as queries from './import-queries.ts'
import type { ImportProducts, ProductImport, ProductMode } from './schema.ts'

type Write = Tx<'store:supervisor'>

export function productImporting(database: Database, openTable: OpenWorkbook) {
  /**
   * Imports the products of a spreadsheet: all of them, or none. A dry run returns the same result and writes
   * nothing.
   *
   * @throws Problem `product_rows_invalid` (every fault in `rows`) · `product_header_missing` ·
   * `file_already_imported` · `duplicate_value` (a concurrent request has taken a code) · `invalid_request` (one has opened a
   * price, or deleted what the file refers to) · `workbook_…`
   */
  return async (grant: Grant<'store:supervisor'>, order: ImportProducts): Promise<ProductImport> => {
    const { file, storeId, mode = 'CREATE', dryRun = false } = order
    const fileHash = createHash('sha256').update(file.bytes).digest()
    const rates = await database.read(grant, async (tx) => {
      await assertNew(tx, tx.storeActor(), mode, fileHash)
      return queries.taxRates(tx, tx.storeActor())
    })
    // Outside any transaction: reading a file can take long.
    const sheet = await openTable(file.bytes)
    const read = await readProducts(sheet, rates)
    const entry = { id: uuidV7(), mode, fileName: file.fileName, fileHash }
    const answer = (plan: Plan, importedAt: Date | null): ProductImport => ({
      id: importedAt === null ? null : entry.id,
      storeId,
      mode,
      fileName: file.fileName,
      sheetName: sheet.name,
      hiddenSheets: [...sheet.hiddenSheets],
      rowCount: read.rows.length,
      createdCount: plan.added.length,
      updatedCount: plan.changed.length,
      newCategories: plan.newCategories.map(({ name }) => name),
      createdVariantCount: plan.addedVariants.length,
      updatedVariantCount: plan.changedVariants.length,
      ignoredStockCount: plan.ignoredStockCount,
      isDryRun: dryRun,
      importedAt,
    })
    if (dryRun) {
      const plan = await database.read(grant, (tx) => planned(tx, tx.storeActor(), mode, read, sheet))
      return answer(plan, null)
    }
    return database.write(grant, async (tx) => {
      const actor = tx.storeActor()
      await queries.queue(tx, actor)
      await assertNew(tx, actor, mode, fileHash)
      const plan = await planned(tx, actor, mode, read, sheet)
      return answer(plan, await refusingBadValues(changedMeanwhile, () => carryOut(tx, actor, entry, plan)))
    })
  }
}

/**
 * What a concurrent request may change between our check and our write: values that it takes and records that it deletes, by
 * the key that then refuses, and a price that it opens.
 */
const changedMeanwhile = {
  constraints: {
    products_merchant_id_store_id_sku_key: 'sku',
    variants_merchant_id_store_id_sku_key: 'sku',
    variants_name: 'variant',
    barcodes_merchant_id_store_id_code_key: 'barcode',
    categories_name: 'category',
    product_imports_file: 'file',
    products_merchant_id_store_id_category_id_fkey: 'category',
    products_merchant_id_store_id_tax_rate_id_fkey: 'tax',
    variants_merchant_id_store_id_product_id_fkey: 'product',
  },
  rules: { products_open_price: { field: 'unit', message: 'is the piece: the price of a product is open' } },
}

async function assertNew(tx: Write, actor: StoreActor, mode: ProductMode, fileHash: Buffer): Promise<void> {
  if (mode !== 'CREATE') return
  const earlier = await queries.importOf(tx, actor, fileHash)
  if (earlier !== undefined) throw new Problem('file_already_imported', { extras: { ...earlier } })
}

async function carryOut(
  tx: Write,
  actor: StoreActor,
  entry: Pick<queries.NewImport, 'id' | 'mode' | 'fileName' | 'fileHash'>,
  plan: Plan,
): Promise<Date> {
  const { added, changed, addedVariants, codes, stocked, newCategories } = plan
  await queries.addCategories(tx, actor, newCategories)
  await inParts(added, (rows) => queries.addProducts(tx, actor, rows))
  await inParts(addedVariants, (rows) => queries.addVariants(tx, actor, rows))
  if (added.length > rowsAtOnce) await queries.measureGoods(tx)
  await changeKnown(tx, actor, plan)
  await inParts(codes, (rows) => queries.addBarcodes(tx, actor, rows))
  if (codes.length > rowsAtOnce) await queries.measureBarcodes(tx)
  await inParts(stocked, (rows) => queries.addStock(tx, actor, entry.id, rows))
  return queries.recordImport(tx, actor, {
    ...entry,
    createdCount: added.length,
    updatedCount: changed.length,
  })
}
