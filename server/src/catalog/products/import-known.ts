import { v7 as uuidV7 } from 'uuid'
import type { StoreActor } from '../../authorization/principal.ts'
import type { Tx } from '../../database/tx.ts'
import type { ProductRow } from './import-file.ts'
import * as queries from './import-queries.ts'
import type { ProductMode } from './schema.ts'

type Write = Tx<'store:supervisor'>
type NewCategory = { readonly id: string; readonly name: string }

/** The records of the store that the rows of a file may refer to. */
export interface Known {
  readonly mode: ProductMode
  bySku(sku: string | null): queries.KnownCode | undefined
  byBarcode(barcode: string | null): queries.KnownCode | undefined
  /**
   * Whether the store has this code with zeros in front, and not without: a spreadsheet has taken them, because digits look
   * like a number to it.
   */
  hasLostZeros(field: 'sku' | 'barcode', code: string | null): boolean
  /**
   * The product that a row means: the one with its SKU or, if a row without SKU may change products, the one with its
   * barcode.
   */
  product(row: Pick<ProductRow, 'sku' | 'barcode'>): queries.KnownCode | undefined
  /** Whether a product has this name, ignoring case and accents. */
  hasProduct(name: string): boolean
  /** The variant of a known product with this name. */
  form(productId: string, name: string): string | undefined
  categoryId(name: string | null): string | null
  /** Categories that only the file has. */
  readonly newCategories: readonly NewCategory[]
}

export async function knownTo(
  tx: Write,
  actor: StoreActor,
  mode: ProductMode,
  rows: readonly ProductRow[],
): Promise<Known> {
  const all = rows.flatMap((row) => [row, ...row.variants])
  const skus = named(all, 'sku')
  const codes = named(all, 'barcode')
  const bySku = byCode(await queries.knownSkus(tx, actor, skus))
  const byBarcode = byCode(await queries.knownBarcodes(tx, actor, codes))
  const lost = {
    sku: await lostZeros(skus, bySku, (padded) => queries.knownSkus(tx, actor, padded)),
    barcode: await lostZeros(codes, byBarcode, (padded) => queries.knownBarcodes(tx, actor, padded)),
  }
  const hasLostZeros: Known['hasLostZeros'] = (field, code) => code !== null && lost[field].has(code)
  const product: Known['product'] = ({ sku, barcode }) => {
    if (sku !== null || mode === 'CREATE') return bySku(sku)
    const holder = byBarcode(barcode)
    return holder?.id === holder?.productId ? holder : undefined
  }
  const { categoryId, newCategories } = await categoriesOf(tx, actor, rows)
  const form = await formsOf(tx, actor, rows, product)
  const unnamed = mode === 'CREATE' ? [] : rows.filter(({ sku, barcode }) => sku === null && barcode === null)
  const names = new Set(await queries.knownNames(tx, actor, named(unnamed, 'name')))
  const hasProduct = (name: string) => names.has(name)
  return { mode, bySku, byBarcode, hasLostZeros, product, hasProduct, form, categoryId, newCategories }
}

function byCode(known: readonly queries.KnownCode[]): Known['bySku'] {
  const records = new Map(known.map((each) => [each.code, each]))
  return (code) => (code === null ? undefined : records.get(code))
}

/** As many as an EAN-13 has. */
const mostDigits = 13

/** Those of the codes that the store has with zeros in front only. A file that has both has lost none. */
async function lostZeros(
  codes: readonly string[],
  known: Known['bySku'],
  find: (padded: readonly string[]) => Promise<queries.KnownCode[]>,
): Promise<ReadonlySet<string>> {
  const written = new Set(codes)
  const stripped = codes.filter((code) => /^[1-9]\d*$/.test(code) && known(code) === undefined)
  const paddedOf = (code: string) =>
    Array.from({ length: Math.max(0, mostDigits - code.length) }, (_, no) => `${'0'.repeat(no + 1)}${code}`)
  const found = await find(stripped.flatMap(paddedOf))
  const absent = found.flatMap(({ code }) => (written.has(code) ? [] : [code.replace(/^0+/, '')]))
  return new Set(absent)
}

/** Matches the variant rows below known products. */
async function formsOf(
  tx: Write,
  actor: StoreActor,
  rows: readonly ProductRow[],
  product: Known['product'],
): Promise<Known['form']> {
  const asked = rows.flatMap((row) => {
    const productId = product(row)?.productId
    return productId === undefined ? [] : row.variants.map(({ name }) => ({ productId, name }))
  })
  const found = await queries.knownVariants(tx, actor, asked)
  const ids = new Map(found.map(({ productId, name, id }) => [`${productId} ${name}`, id]))
  return (productId, name) => ids.get(`${productId} ${name}`)
}

function named<K extends string>(rows: readonly Readonly<Record<K, string | null>>[], field: K): string[] {
  return rows.map((row) => row[field]).filter((value) => value !== null)
}

/** The store's categories, and those that the file adds, by name. */
async function categoriesOf(
  tx: Write,
  actor: StoreActor,
  rows: readonly ProductRow[],
): Promise<Pick<Known, 'categoryId' | 'newCategories'>> {
  const names = [...new Set(named(rows, 'category'))]
  const known = await queries.knownCategories(tx, actor, names)
  const ids = new Map(known.map(({ name, id }) => [name.toLowerCase(), id]))
  const newCategories = names.flatMap((name): NewCategory[] => {
    if (ids.has(name.toLowerCase())) return []
    const added = { id: uuidV7(), name }
    ids.set(name.toLowerCase(), added.id)
    return [added]
  })
  const categoryId = (name: string | null) => (name === null ? null : (ids.get(name.toLowerCase()) ?? null))
  return { categoryId, newCategories }
}
