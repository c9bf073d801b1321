import { Problem } from '../../problem/problem.ts'
import { type Read, readLine, readPesos } from '../../spreadsheet/cells.ts'
import { columnName, mergedPlaces, placeOf } from '../../spreadsheet/header.ts'
import type { Sheet, SheetRow } from '../../spreadsheet/workbook.ts'
import {
  type KnownRate,
  nameKey,
  readBarcode,
  readNeeded,
  readStock,
  readTax,
  readText,
  readUnit,
  type Unit,
} from './import-cells.ts'
import { headerOf, type ProductField, type ProductHeader } from './import-columns.ts'
import type { ProductFault, ProductFaultCode } from './schema.ts'

/** One product as the file describes it; null is an empty cell. */
export interface ProductRow {
  readonly row: number
  readonly name: string
  readonly priceCentavos: number
  readonly sku: string | null
  readonly barcode: string | null
  readonly category: string | null
  readonly costCentavos: number | null
  readonly taxRateId: string | null
  readonly unit: Unit | null
  readonly stock: number | null
  readonly description: string | null
  /** The rows below it that list its variants. */
  readonly variants: readonly VariantRow[]
}

/** One variant of a product; everything else comes from the product. */
export interface VariantRow {
  readonly row: number
  readonly name: string
  /** Null: inherited from the product. */
  readonly priceCentavos: number | null
  readonly costCentavos: number | null
  readonly sku: string | null
  readonly barcode: string | null
  readonly stock: number | null
}

/** A file without faults in itself. */
export interface ProductFile {
  readonly header: ProductHeader
  readonly rows: readonly ProductRow[]
}

const mostRows = 20_000
const headerRows = 10
/** A row that is wrong throughout is reported on its first cells. */
const faultsPerRow = 4
/** More faults than anybody reads; the file has to be corrected first. */
const mostFaults = 1_000

/**
 * Reads every row of a sheet of products.
 *
 * @throws Problem `product_header_missing` · `product_rows_invalid` (every fault in `rows`) · `workbook_…`
 */
export async function readProducts(sheet: Sheet, rates: readonly KnownRate[]): Promise<ProductFile> {
  const faults: ProductFault[] = []
  const rows: (ProductRow & { readonly variants: VariantRow[] })[] = []
  let header: ProductHeader | undefined
  let rowCount = 0
  for await (const some of sheet.rows()) {
    for (const row of some) {
      if (header === undefined) {
        if (row.number > headerRows) throw noHeader(sheet)
        header = headerOf(row)
        continue
      }
      if (isBlank(row, header)) continue
      if (++rowCount > mostRows)
        throw new Problem('workbook_too_large', { detail: 'A file may have up to 20,000 rows.' })
      const read = productOf(row, header, rates)
      const product = rows.at(-1)
      const isStray =
        read.variant !== undefined && nameKey(product?.name ?? '') !== nameKey(read.product.name)
      if (isStray) read.faults.push({ ...placeOf(row, header, 'variant'), code: 'variant_without_product' })
      if (faults.length < mostFaults) faults.push(...read.faults)
      if (read.variant === undefined) rows.push({ ...read.product, variants: [] })
      else product?.variants.push(read.variant)
    }
  }
  if (header === undefined) throw noHeader(sheet)
  const { repeated, row: headerRow } = header
  const inHeader = repeated.map(
    ({ field, column }): ProductFault => ({
      row: headerRow,
      column: columnName(column),
      field,
      code: 'column_repeated',
    }),
  )
  const merged = mergedPlaces(sheet.merges(), header).map(
    (place): ProductFault => ({ ...place, code: 'merged_cell' }),
  )
  refuse([...inHeader, ...faults, ...merged, ...repeatedIn(rows, header)], sheet)
  if (rows.length === 0) {
    throw new Problem('product_rows_invalid', {
      detail: 'The file contains no products.',
      extras: { rows: [] },
    })
  }
  return { header, rows }
}

/** @throws Problem `product_rows_invalid` when there are faults */
export function refuse(faults: readonly ProductFault[], sheet: Pick<Sheet, 'name' | 'hiddenSheets'>): void {
  if (faults.length === 0) return
  const rows = [...faults].sort((a, b) => a.row - b.row).slice(0, mostFaults)
  throw new Problem('product_rows_invalid', {
    detail: 'Nothing was imported. Correct these cells and send the file again.',
    extras: { sheetName: sheet.name, hiddenSheets: sheet.hiddenSheets, rows },
  })
}

/** Location of a field in a row, and the fault found there. */
export function faultAt(
  row: { readonly row: number },
  header: ProductHeader,
  field: ProductField,
  code: ProductFaultCode,
): ProductFault {
  return { ...placeOf({ number: row.row }, header, field), code }
}

function productOf(row: SheetRow, header: ProductHeader, rates: readonly KnownRate[]) {
  const faults: ProductFault[] = []
  const cell = (field: ProductField) => {
    const column = header.columns.get(field)
    return column === undefined ? undefined : row.cells.get(column)
  }
  const take = <T>(field: ProductField, read: Read<T, ProductFaultCode>): T | null => {
    if ('value' in read) return read.value
    if (faults.length < faultsPerRow) faults.push({ ...placeOf(row, header, field), code: read.fault })
    return null
  }
  const form = take('variant', readLine(cell('variant'), 80))
  const price = readPesos(cell('price'))
  const product = {
    row: row.number,
    name: take('name', readNeeded(readLine(cell('name'), 160), 'name_missing')) ?? '',
    priceCentavos: take('price', form === null ? readNeeded(price, 'price_missing') : price),
    sku: take('sku', readLine(cell('sku'), 60)),
    barcode: take('barcode', readBarcode(cell('barcode'))),
    category: take('category', readLine(cell('category'), 80)),
    costCentavos: take('cost', readPesos(cell('cost'))),
    taxRateId: take('tax', readTax(cell('tax'), rates)),
    unit: take('unit', readUnit(cell('unit'))),
    stock: take('stock', readStock(cell('stock'))),
    description: take('description', readText(cell('description'), 2_000)),
  }
  if (form === null)
    return { product: { ...product, priceCentavos: product.priceCentavos ?? 0 }, variant: undefined, faults }
  const { category, taxRateId, unit, description, ...ofVariant } = product
  const ofProduct = { category, tax: taxRateId, unit, description } as const
  for (const field of ['category', 'tax', 'unit', 'description'] as const)
    if (ofProduct[field] !== null) faults.push({ ...placeOf(row, header, field), code: 'not_of_variants' })
  const variant: VariantRow = { ...ofVariant, name: form }
  return { product: { ...product, priceCentavos: 0 }, variant, faults }
}

/** A SKU or barcode may be in one row only, and a variant once under its product. */
function repeatedIn(products: readonly ProductRow[], header: ProductHeader): ProductFault[] {
  const all = products.flatMap((product) => [product, ...product.variants])
  return [
    ...repeats(all, header, 'sku', 'sku_repeated_in_file', ({ sku }) => sku),
    ...repeats(all, header, 'barcode', 'barcode_repeated_in_file', ({ barcode }) => barcode),
    ...products.flatMap(({ variants }) =>
      repeats(variants, header, 'variant', 'variant_repeated_in_file', ({ name }) => nameKey(name)),
    ),
  ]
}

function repeats<R extends { readonly row: number }>(
  rows: readonly R[],
  header: ProductHeader,
  field: ProductField,
  code: ProductFaultCode,
  keyOf: (row: R) => string | null,
): ProductFault[] {
  const firstRow = new Map<string, number>()
  return rows.flatMap((row) => {
    const key = keyOf(row)
    if (key === null) return []
    const earlier = firstRow.get(key)
    if (earlier === undefined) firstRow.set(key, row.row)
    return earlier === undefined ? [] : [{ ...faultAt(row, header, field, code), firstRow: earlier }]
  })
}

function isBlank(row: SheetRow, header: ProductHeader): boolean {
  return [...header.columns.values()].every((column) => !row.cells.has(column))
}

function noHeader({ name }: Sheet): Problem {
  return new Problem('product_header_missing', {
    detail: `One of the first ten rows of the sheet «${name}» must have columns Nombre and Precio.`,
    extras: { sheetName: name },
  })
}
