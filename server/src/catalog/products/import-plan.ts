import { v7 as uuidV7 } from 'uuid'
import type { StoreActor } from '../../authorization/principal.ts'
import type { Tx } from '../../database/tx.ts'
import type { Sheet } from '../../spreadsheet/workbook.ts'
import type { ProductField } from './import-columns.ts'
import { faultAt, type ProductFile, type ProductRow, refuse, type VariantRow } from './import-file.ts'
import * as queries from './import-queries.ts'
import type { ProductFault, ProductFaultCode, ProductMode } from './schema.ts'

type Write = Tx<'store:supervisor'>

/** What importing a file would change in a store. */
export interface Plan {
  readonly added: readonly PlannedProduct[]
  readonly changed: readonly PlannedProduct[]
  readonly addedVariants: readonly PlannedVariant[]
  readonly changedVariants: readonly PlannedVariant[]
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

interface PlannedVariant extends VariantRow {
  readonly id: string
  readonly productId: string
  readonly position: number
  readonly isNew: boolean
  /** Whether the row's stock is imported. */
  readonly takesStock: boolean
}

/** Reports a cell that cannot be imported. */
type Refuse = (row: { readonly row: number }, field: ProductField, code: ProductFaultCode) => unknown

/** The records of the store that the rows may refer to. */
interface Known {
  readonly mode: ProductMode
  bySku(sku: string | null): queries.KnownSku | undefined
  categoryId(name: string | null): string | null
  /** The variant of a known product with this name. */
  form(productId: string, name: string): string | undefined
}

/** @throws Problem `product_rows_invalid` when a code in the file belongs to another record */
export async function planned(
  tx: Write,
  actor: StoreActor,
  mode: ProductMode,
  { rows, header }: ProductFile,
  sheet: Sheet,
): Promise<Plan> {
  const all = rows.flatMap((row) => [row, ...row.variants])
  const skus = new Map(
    (await queries.knownSkus(tx, actor, named(all, 'sku'))).map((each) => [each.sku, each]),
  )
  const bySku: Known['bySku'] = (sku) => (sku === null ? undefined : skus.get(sku))
  const categories = await categoriesOf(tx, actor, rows)
  const form = await formsOf(tx, actor, rows, bySku)
  const known: Known = { mode, bySku, categoryId: categories.idOf, form }
  const faults: ProductFault[] = []
  const fault: Refuse = (row, field, code) => faults.push(faultAt(row, header, field, code))
  const products = rows.map((row) => productOf(row, known, fault))
  const variants = variantsOf(products, known, fault)
  const codes = await newCodes(tx, actor, [...products, ...variants], fault)
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
    codes,
    stocked: stocks.flatMap(({ id, stock, isTaken }) =>
      isTaken && stock !== null && stock > 0 ? [{ id, stock }] : [],
    ),
    newCategories: categories.added,
    ignoredStockCount: stocks.filter(({ stock, isTaken }) => !isTaken && stock !== null).length,
  }
}

function productOf(row: ProductRow, { mode, bySku, categoryId }: Known, fault: Refuse): PlannedProduct {
  const known = bySku(row.sku)
  if (known !== undefined && mode === 'CREATE') fault(row, 'sku', 'sku_taken')
  else if (known !== undefined && known.id !== known.productId) fault(row, 'sku', 'sku_of_variant')
  const rows = [row, ...row.variants]
  const isByPiece = (row.unit ?? known?.unit ?? 'PIECE') === 'PIECE'
  for (const each of rows)
    if (isByPiece && each.stock !== null && !Number.isInteger(each.stock))
      fault(each, 'stock', 'stock_not_accepted')
  return {
    ...row,
    id: known?.productId ?? uuidV7(),
    categoryId: categoryId(row.category),
    isNew: known === undefined,
    tracksStock: known?.tracksStock ?? rows.some(({ stock }) => stock !== null),
  }
}

function variantsOf(
  products: readonly PlannedProduct[],
  { bySku, form }: Known,
  fault: Refuse,
): PlannedVariant[] {
  const meant = new Set<string>()
  return products.flatMap((product) =>
    product.variants.map((row, index): PlannedVariant => {
      const known = bySku(row.sku)
      if (known !== undefined && (known.productId !== product.id || known.id === product.id))
        fault(row, 'sku', 'sku_taken')
      const knownId = known?.id ?? form(product.id, row.name)
      // One row matches it by SKU and another by name, so it is ambiguous.
      if (knownId !== undefined && meant.has(knownId)) fault(row, 'variant', 'variant_repeated_in_file')
      if (knownId !== undefined) meant.add(knownId)
      return {
        ...row,
        id: knownId ?? uuidV7(),
        productId: product.id,
        position: index + 1,
        isNew: knownId === undefined,
        takesStock: knownId === undefined && product.tracksStock,
      }
    }),
  )
}

/** The barcodes that do not exist yet, unless another record has them. */
async function newCodes(
  tx: Write,
  actor: StoreActor,
  rows: readonly { readonly id: string; readonly row: number; readonly barcode: string | null }[],
  fault: Refuse,
): Promise<Plan['codes']> {
  const holders = new Map(
    (await queries.knownBarcodes(tx, actor, named(rows, 'barcode'))).map(({ code, variantId }) => [
      code,
      variantId,
    ]),
  )
  return rows.flatMap((row) => {
    const { id, barcode } = row
    const holder = barcode === null ? undefined : holders.get(barcode)
    if (holder !== undefined && holder !== id) fault(row, 'barcode', 'barcode_taken')
    return barcode === null || holder !== undefined ? [] : [{ id, barcode }]
  })
}

/** Matches the variant rows below known products. */
async function formsOf(
  tx: Write,
  actor: StoreActor,
  rows: readonly ProductRow[],
  bySku: Known['bySku'],
): Promise<Known['form']> {
  const asked = rows.flatMap(({ sku, variants }) => {
    const productId = bySku(sku)?.productId
    return productId === undefined ? [] : variants.map(({ name }) => ({ productId, name }))
  })
  const found = await queries.knownVariants(tx, actor, asked)
  const ids = new Map(found.map(({ productId, name, id }) => [`${productId} ${name}`, id]))
  return (productId, name) => ids.get(`${productId} ${name}`)
}

function named<K extends string>(rows: readonly Readonly<Record<K, string | null>>[], field: K): string[] {
  return rows.map((row) => row[field]).filter((value) => value !== null)
}

/** The store's categories, and those that the file adds, by name. */
async function categoriesOf(tx: Write, actor: StoreActor, rows: readonly ProductRow[]) {
  const names = [...new Set(named(rows, 'category'))]
  const known = await queries.knownCategories(tx, actor, names)
  const ids = new Map(known.map(({ name, id }) => [name.toLowerCase(), id]))
  const added: { id: string; name: string }[] = []
  const idOf = (name: string | null): string | null => {
    if (name === null) return null
    const there = ids.get(name.toLowerCase())
    if (there !== undefined) return there
    const made = { id: uuidV7(), name }
    ids.set(name.toLowerCase(), made.id)
    added.push(made)
    return made.id
  }
  return { idOf, added }
}
