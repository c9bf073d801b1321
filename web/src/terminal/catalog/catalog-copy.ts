import {
  type Barcode,
  type Category,
  isProblem,
  type Product,
  type TaxRate,
  type Variant,
} from '@mostrador/client'
import { answer, api } from '../../api/client.ts'

const beginning = '2000-01-01T00:00:00Z'

interface Held<T> {
  readonly records: ReadonlyMap<string, T>
  /** The cursor for the next changes; `null` before the first load. */
  readonly syncedTo: string | null
}

/** This device's copy of a store's catalog, without the costs of goods. */
export interface CatalogCopy {
  readonly products: Held<Product>
  readonly variants: Held<Variant>
  readonly barcodes: Held<Barcode>
  readonly categories: Held<Category>
  /** Needed to price goods without the server. */
  readonly taxRates: Held<TaxRate>
}

const nothing = { records: new Map(), syncedTo: null }
export const emptyCopy: CatalogCopy = {
  products: nothing,
  variants: nothing,
  barcodes: nothing,
  categories: nothing,
  taxRates: nothing,
}

interface Page<T> {
  items: T[]
  nextCursor: string | null
  deletedIds?: string[]
  syncedTo?: string | null
}

interface Query {
  storeId: string
  updatedSince: string
  limit: number
  cursor?: string
}

type Load<T> = (query: Query, signal: AbortSignal) => Promise<Page<T>>

/**
 * Without its cost. The copy stays on the device after whoever may read costs has signed out, and everybody who works there
 * has it; a till does not need them.
 */
const withoutCost = <T extends { costCentavos: number | null }>(record: T): T => ({
  ...record,
  costCentavos: null,
})

const pageWithoutCosts = <T extends { costCentavos: number | null }>(page: Page<T>): Page<T> => ({
  ...page,
  items: page.items.map(withoutCost),
})

const heldWithoutCosts = <T extends { costCentavos: number | null }>(held: Held<T>): Held<T> => ({
  ...held,
  records: new Map([...held.records].map(([id, record]) => [id, withoutCost(record)])),
})

/** A copy that may have costs, without them. */
export const copyWithoutCosts = (copy: CatalogCopy): CatalogCopy => ({
  ...copy,
  products: heldWithoutCosts(copy.products),
  variants: heldWithoutCosts(copy.variants),
})

const load = {
  products: async (query, signal) =>
    pageWithoutCosts(await answer(api.GET('/pos/products', { params: { query }, signal }))),
  variants: async (query, signal) =>
    pageWithoutCosts(await answer(api.GET('/pos/variants', { params: { query }, signal }))),
  barcodes: (query, signal) => answer(api.GET('/pos/barcodes', { params: { query }, signal })),
  categories: (query, signal) => answer(api.GET('/pos/categories', { params: { query }, signal })),
  taxRates: (query, signal) => answer(api.GET('/pos/tax_rates', { params: { query }, signal })),
} satisfies {
  products: Load<Product>
  variants: Load<Variant>
  barcodes: Load<Barcode>
  categories: Load<Category>
  taxRates: Load<TaxRate>
}

/**
 * The copy with all changes since its last update; the same object when nothing came. Where the changes were known
 * already, only the cursor is newer, and the records are the same object.
 *
 * @throws ProblemError · NoAnswer
 */
export async function withChanges(
  copy: CatalogCopy,
  storeId: string,
  signal: AbortSignal,
): Promise<CatalogCopy> {
  const [products, variants, barcodes, categories, taxRates] = await Promise.all([
    broughtList(load.products, copy.products, storeId, signal),
    broughtList(load.variants, copy.variants, storeId, signal),
    broughtList(load.barcodes, copy.barcodes, storeId, signal),
    broughtList(load.categories, copy.categories, storeId, signal),
    broughtList(load.taxRates, copy.taxRates, storeId, signal),
  ])
  const isSame =
    products === copy.products &&
    variants === copy.variants &&
    barcodes === copy.barcodes &&
    categories === copy.categories &&
    taxRates === copy.taxRates
  return isSame ? copy : { products, variants, barcodes, categories, taxRates }
}

async function broughtList<T extends Kept>(
  from: Load<T>,
  held: Held<T>,
  storeId: string,
  signal: AbortSignal,
): Promise<Held<T>> {
  try {
    return await changesOf(from, held, storeId, signal)
  } catch (error) {
    // The server does not know all changes since then, or was restored: load the whole catalog again.
    if (!isProblem(error, 'resync_required')) throw error
    return changesOf(from, { records: new Map<string, T>(), syncedTo: null }, storeId, signal)
  }
}

interface Kept {
  id: string
  updatedAt: string
}

async function changesOf<T extends Kept>(
  from: Load<T>,
  held: Held<T>,
  storeId: string,
  signal: AbortSignal,
): Promise<Held<T>> {
  const updatedSince = held.syncedTo ?? beginning
  let records: Map<string, T> | null = null
  let syncedTo = held.syncedTo
  let hasChanges = false
  let cursor: string | undefined
  do {
    const query = { storeId, updatedSince, limit: 200, ...(cursor !== undefined && { cursor }) }
    const page = await from(query, signal)
    if (cursor === undefined) syncedTo = page.syncedTo ?? syncedTo
    hasChanges ||= page.items.length > 0 || (page.deletedIds ?? []).length > 0
    for (const record of page.items) {
      // Changes overlap with the previous ones, so known records come again.
      if (held.records.get(record.id)?.updatedAt === record.updatedAt) continue
      records ??= new Map(held.records)
      records.set(record.id, record)
    }
    for (const id of page.deletedIds ?? []) {
      if (!(records ?? held.records).has(id)) continue
      records ??= new Map(held.records)
      records.delete(id)
    }
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined)
  if (records !== null) return { records, syncedTo }
  // Without the newer cursor, the same ones would come again every minute.
  return hasChanges && syncedTo !== held.syncedTo ? { ...held, syncedTo } : held
}
