import { v7 as uuidV7 } from 'uuid'
import type { StoreActor } from '../../authorization/principal.ts'
import type { Tx } from '../../database/tx.ts'
import type { Sheet } from '../../spreadsheet/workbook.ts'
import { faultAt, type ProductFile, type ProductRow, refuse } from './import-file.ts'
import { type Known, knownTo } from './import-known.ts'
import * as queries from './import-queries.ts'
import { type PlannedVariant, type Refuse, variantsOf } from './import-variants.ts'
import type { ProductFault, ProductMode } from './schema.ts'

type Write = Tx<'store:supervisor'>

/** What importing a file would change in a store. */
export interface Plan {
  readonly added: readonly PlannedProduct[]
  readonly changed: readonly PlannedProduct[]
  readonly addedVariants: readonly PlannedVariant[]
  readonly changedVariants: readonly PlannedVariant[]
  /** Variants whose present name another one takes, so that they leave it first. */
  readonly renamedFirst: readonly string[]
  /** New barcodes, by the variant that they identify. */
  readonly codes: readonly { readonly id: string; readonly barcode: string }[]
  /** Initial stock of new products and variants. */
  readonly stocked: readonly { readonly id: string; readonly stock: number }[]
  readonly newCategories: readonly { readonly id: string; readonly name: string }[]
  readonly ignoredStockCount: number
}

interface PlannedProduct extends ProductRow {
  readonly id: string
  readonly categoryId: string | null
  readonly isNew: boolean
  readonly tracksStock: boolean
}

/** @throws Problem `product_rows_invalid` when a code in the file belongs to another record */
export async function planned(
  tx: Write,
  actor: StoreActor,
  mode: ProductMode,
  { rows, header }: ProductFile,
  sheet: Sheet,
): Promise<Plan> {
  const known = await knownTo(tx, actor, mode, rows)
  const faults: ProductFault[] = []
  const fault: Refuse = (row, field, code, firstRow) =>
    faults.push({ ...faultAt(row, header, field, code), ...(firstRow !== undefined && { firstRow }) })
  const products = productsOf(rows, known, fault)
  const { variants, renamedFirst } = variantsOf(products, known, fault)
  await refuseFractions(tx, actor, products, fault)
  refuseLostZeros([...products, ...variants], known, fault)
  const codes = newCodes([...products, ...variants], known, fault)
  refuse(faults, sheet)
  const stocks = [
    ...products.map(({ id, stock, isNew }) => ({ id, stock, isTaken: isNew })),
    ...variants.map(({ id, stock, takesStock }) => ({ id, stock, isTaken: takesStock })),
  ]
  return {
    added: products.filter(({ isNew }) => isNew),
    changed: products.filter(({ isNew }) => !isNew),
    addedVariants: variants.filter(({ isNew }) => isNew),
    changedVariants: variants.filter(({ isNew }) => !isNew),
    renamedFirst,
    codes,
    stocked: stocks.flatMap(({ id, stock, isTaken }) =>
      isTaken && stock !== null && stock > 0 ? [{ id, stock }] : [],
    ),
    newCategories: known.newCategories,
    ignoredStockCount: stocks.filter(({ stock, isTaken }) => !isTaken && stock !== null).length,
  }
}

function productsOf(rows: readonly ProductRow[], store: Known, fault: Refuse): PlannedProduct[] {
  const meant = new Map<string, number>()
  return rows.map((row) => {
    const known = store.product(row)
    if (known === undefined) refuseSameName(row, store, fault)
    else if (store.mode === 'CREATE') fault(row, 'sku', 'sku_taken')
    else if (known.id !== known.productId) fault(row, 'sku', 'sku_of_variant')
    else refuseSecond(row, meant.get(known.id), fault)
    if (known !== undefined && !meant.has(known.id)) meant.set(known.id, row.row)
    return productOf(row, known, store, fault)
  })
}

/** A row without codes cannot be matched to the product of its name, and importing the file again would create it again. */
function refuseSameName(row: ProductRow, { mode, hasProduct }: Known, fault: Refuse): void {
  const hasNoCode = row.sku === null && row.barcode === null
  if (mode === 'UPSERT' && hasNoCode && hasProduct(row.name)) fault(row, 'name', 'name_taken')
}

/** Two rows can mean one product: by its SKU and by its barcode, or by two of its barcodes. */
function refuseSecond(row: ProductRow, firstRow: number | undefined, fault: Refuse): void {
  if (firstRow === undefined) return
  if (row.sku === null) fault(row, 'barcode', 'barcode_repeated_in_file', firstRow)
  else fault(row, 'sku', 'sku_repeated_in_file', firstRow)
}

function productOf(
  row: ProductRow,
  known: queries.KnownCode | undefined,
  { categoryId }: Known,
  fault: Refuse,
): PlannedProduct {
  const rows = [row, ...row.variants]
  const isByPiece = (row.unit ?? known?.unit ?? 'PIECE') === 'PIECE'
  for (const each of rows)
    if (isByPiece && each.stock !== null && !Number.isInteger(each.stock))
      fault(each, 'stock', 'stock_not_accepted')
  if (known?.isPriceOpen === true && !isByPiece) fault(row, 'unit', 'unit_of_open_price')
  return {
    ...row,
    id: known?.productId ?? uuidV7(),
    categoryId: categoryId(row.category),
    isNew: known === undefined,
    tracksStock: known?.tracksStock ?? rows.some(({ stock }) => stock !== null),
  }
}

/** Goods of which a fraction is in stock do not become goods by the piece. */
async function refuseFractions(
  tx: Write,
  actor: StoreActor,
  products: readonly PlannedProduct[],
  fault: Refuse,
): Promise<void> {
  const byPiece = products.filter(({ isNew, unit }) => !isNew && unit === 'PIECE')
  const barred = new Set(
    await queries.inFractions(
      tx,
      actor,
      byPiece.map(({ id }) => id),
    ),
  )
  for (const row of byPiece) if (barred.has(row.id)) fault(row, 'unit', 'unit_in_fractions')
}

/** A code that lost its zeros would be another product's, and create this one a second time. */
function refuseLostZeros(
  rows: readonly Pick<ProductRow, 'row' | 'sku' | 'barcode'>[],
  { hasLostZeros }: Known,
  fault: Refuse,
): void {
  for (const row of rows) {
    if (hasLostZeros('sku', row.sku)) fault(row, 'sku', 'sku_numeric_cell')
    if (hasLostZeros('barcode', row.barcode)) fault(row, 'barcode', 'barcode_numeric_cell')
  }
}

/** The barcodes that do not exist yet, unless another record has them. */
function newCodes(
  rows: readonly { readonly id: string; readonly row: number; readonly barcode: string | null }[],
  { byBarcode }: Known,
  fault: Refuse,
): Plan['codes'] {
  return rows.flatMap((row) => {
    const { id, barcode } = row
    const holder = byBarcode(barcode)?.id
    if (holder !== undefined && holder !== id) fault(row, 'barcode', 'barcode_taken')
    return barcode === null || holder !== undefined ? [] : [{ id, barcode }]
  })
}
