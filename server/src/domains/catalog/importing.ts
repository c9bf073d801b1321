import { createHash } from 'node:crypto'
import { v7 as uuidV7 } from 'uuid'
import type { Grant } from '../../authorization/grant.ts'
import type { StoreActor } from '../../authorization/principal.ts'
import { refusingBadValues } from '../../collections/violations.ts'
import type { Database } from '../../database/database.ts'
import type { Tx } from '../../database/tx.ts'
import { Problem } from '../../problem/problem.ts'
import type { OpenWorkbook, Sheet } from '../../spreadsheet/workbook.ts'
import { faultAt, type ProductFile, type ProductRow, readProducts, refuse } from './import-file.ts'
import * as queries from './import-queries.ts'
import type { ImportProducts, ProductFault, ProductImport, ProductMode } from './schema.ts'

type Write = Tx<'store:supervisor'>

/** What the file comes to in this store. */
interface Plan {
  readonly added: readonly Planned[]
  readonly changed: readonly Planned[]
  /** Barcodes that are not there yet. */
  readonly codes: readonly Planned[]
  readonly newCategories: readonly { readonly id: string; readonly name: string }[]
}

interface Planned extends ProductRow {
  readonly id: string
  readonly categoryId: string | null
}

/** Rows that travel to the database together. */
const rowsAtOnce = 2_000

export function productImporting(database: Database, openTable: OpenWorkbook) {
  /**
   * Takes in the products of a spreadsheet: all of them, or none. A dry run says the same and writes nothing.
   *
   * @throws Problem `product_rows_invalid` (every fault in `rows`) · `product_header_missing` ·
   *   `file_already_imported` · `duplicate_value` (somebody else has taken a code at the same moment) · `workbook_…`
   */
  return async (grant: Grant<'store:supervisor'>, order: ImportProducts): Promise<ProductImport> => {
    const { file, storeId, mode = 'CREATE', dryRun = false } = order
    const fileHash = createHash('sha256').update(file.bytes).digest()
    const rates = await database.read(grant, async (tx) => {
      await assertNew(tx, tx.storeActor(), mode, fileHash)
      return queries.taxRates(tx, tx.storeActor())
    })
    // Outside of any transaction: reading a file takes as long as it takes.
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
      ignoredStockCount: plan.changed.filter(({ stock }) => stock !== null).length,
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
      return answer(plan, await refusingBadValues(taken, () => carryOut(tx, actor, entry, plan)))
    })
  }
}

/** What somebody may have taken between our look and our writing, by the keys that then refuse. */
const taken = {
  constraints: {
    products_merchant_id_store_id_sku_key: 'sku',
    barcodes_merchant_id_store_id_code_key: 'barcode',
    categories_name: 'category',
    product_imports_file: 'file',
  },
}

async function assertNew(tx: Write, actor: StoreActor, mode: ProductMode, fileHash: Buffer): Promise<void> {
  if (mode !== 'CREATE') return
  const earlier = await queries.importOf(tx, actor, fileHash)
  if (earlier !== undefined) throw new Problem('file_already_imported', { extras: { ...earlier } })
}

/** @throws Problem `product_rows_invalid` when a code of the file is somebody else's */
async function planned(
  tx: Write,
  actor: StoreActor,
  mode: ProductMode,
  { rows, header }: ProductFile,
  sheet: Sheet,
): Promise<Plan> {
  const all = <K extends 'sku' | 'barcode' | 'category'>(field: K) =>
    rows.map((row) => row[field]).filter((value) => value !== null)
  const skus = new Map((await queries.knownSkus(tx, actor, all('sku'))).map((each) => [each.sku, each]))
  const codes = new Map(
    (await queries.knownBarcodes(tx, actor, all('barcode'))).map(({ code, variantId }) => [code, variantId]),
  )
  const categories = new Map(
    (await queries.knownCategories(tx, actor, [...new Set(all('category'))])).map(({ name, id }) => [
      name.toLowerCase(),
      id,
    ]),
  )
  const newCategories: { id: string; name: string }[] = []
  const categoryOf = (name: string | null): string | null => {
    if (name === null) return null
    const known = categories.get(name.toLowerCase())
    if (known !== undefined) return known
    const made = { id: uuidV7(), name }
    categories.set(name.toLowerCase(), made.id)
    newCategories.push(made)
    return made.id
  }
  const faults: ProductFault[] = []
  const plan = rows.map((row) => {
    const known = row.sku === null ? undefined : skus.get(row.sku)
    if (known !== undefined && mode === 'CREATE') faults.push(faultAt(row, header, 'sku', 'sku_taken'))
    else if (known?.productId === null) faults.push(faultAt(row, header, 'sku', 'sku_of_variant'))
    const id = known?.productId ?? uuidV7()
    const holder = row.barcode === null ? undefined : codes.get(row.barcode)
    if (holder !== undefined && holder !== id) faults.push(faultAt(row, header, 'barcode', 'barcode_taken'))
    const isByPiece = (row.unit ?? known?.unit ?? 'PIECE') === 'PIECE'
    if (isByPiece && row.stock !== null && !Number.isInteger(row.stock))
      faults.push(faultAt(row, header, 'stock', 'stock_not_accepted'))
    const isNewCode = row.barcode !== null && holder === undefined
    return { ...row, id, categoryId: categoryOf(row.category), isNew: known === undefined, isNewCode }
  })
  refuse(faults, sheet)
  return {
    added: plan.filter(({ isNew }) => isNew),
    changed: plan.filter(({ isNew }) => !isNew),
    codes: plan.filter(({ isNewCode }) => isNewCode),
    newCategories,
  }
}

async function carryOut(
  tx: Write,
  actor: StoreActor,
  entry: Pick<queries.NewImport, 'id' | 'mode' | 'fileName' | 'fileHash'>,
  { added, changed, codes, newCategories }: Plan,
): Promise<Date> {
  await queries.addCategories(tx, actor, newCategories)
  await inParts(added, (rows) => queries.addProducts(tx, actor, rows))
  if (added.length > rowsAtOnce) await queries.measure(tx)
  await inParts(
    [...changed].sort((a, b) => (a.id < b.id ? -1 : 1)),
    (rows) => queries.changeProducts(tx, actor, rows),
  )
  await inParts(codes, (rows) => queries.addBarcodes(tx, actor, rows))
  await inParts(
    added.filter(({ stock }) => stock !== null && stock > 0),
    (rows) => queries.addStock(tx, actor, entry.id, rows),
  )
  return queries.recordImport(tx, actor, {
    ...entry,
    createdCount: added.length,
    updatedCount: changed.length,
  })
}

async function inParts<T>(rows: readonly T[], work: (some: readonly T[]) => Promise<void>): Promise<void> {
  for (let from = 0; from < rows.length; from += rowsAtOnce) await work(rows.slice(from, from + rowsAtOnce))
}
