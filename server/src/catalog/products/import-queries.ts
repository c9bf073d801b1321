import type { StoreActor } from '../../authorization/principal.ts'
import { sql } from '../../database/sql.ts'
import type { Tx } from '../../database/tx.ts'
import type { KnownRate } from './import-cells.ts'
import type { ProductMode } from './schema.ts'

type Write = Tx<'store:supervisor'>
type Place = Pick<StoreActor, 'merchantId' | 'storeId'>

export function taxRates(tx: Write, { merchantId, storeId }: Place): Promise<KnownRate[]> {
  return tx.rows(sql<KnownRate>`
    select id, name, rate_bps as "rateBps", is_exempt as "isExempt", is_default as "isDefault"
      from catalog.tax_rates where merchant_id = ${merchantId} and store_id = ${storeId} order by template_code nulls last, id`)
}

/** Imports of one store run one after another, so that each sees the result of the one before. */
export function queue(tx: Write, { storeId }: Place): Promise<unknown> {
  return tx.rows(sql`select pg_advisory_xact_lock(hashtextextended(${`product import|${storeId}`}, 0))`)
}

/** The earlier import of the same bytes, for kinds that may be imported only once. */
export function importOf(
  tx: Write,
  { merchantId, storeId }: Place,
  fileHash: Buffer,
): Promise<{ importId: string; importedAt: Date; rowCount: number } | undefined> {
  return tx.first(sql<{ importId: string; importedAt: Date; rowCount: number }>`
    select id as "importId", imported_at as "importedAt", row_count as "rowCount" from catalog.product_imports
     where merchant_id = ${merchantId} and store_id = ${storeId} and file_hash = ${fileHash} and mode = 'CREATE'`)
}

/** A SKU or barcode, and what has it. */
export interface KnownCode {
  readonly code: string
  /** Of the product, or of one of its variants. */
  readonly id: string
  readonly productId: string
  readonly unit: string
  readonly tracksStock: boolean
  readonly isPriceOpen: boolean
}

export function knownSkus(
  tx: Write,
  { merchantId, storeId }: Place,
  skus: readonly string[],
): Promise<KnownCode[]> {
  return tx.rows(sql<KnownCode>`
    select sku as code, id, id as "productId", unit, tracks_stock as "tracksStock", is_price_open as "isPriceOpen"
      from catalog.products
     where merchant_id = ${merchantId} and store_id = ${storeId} and sku = any (${skus}::text[])
    union all
    select v.sku, v.id, v.product_id, p.unit, p.tracks_stock, p.is_price_open from catalog.variants v
      join catalog.products p on p.merchant_id = v.merchant_id and p.id = v.product_id
     where v.merchant_id = ${merchantId} and v.store_id = ${storeId} and v.sku = any (${skus}::text[])`)
}

export function knownBarcodes(
  tx: Write,
  { merchantId, storeId }: Place,
  codes: readonly string[],
): Promise<KnownCode[]> {
  return tx.rows(sql<KnownCode>`
    select b.code, v.id, v.product_id as "productId", p.unit, p.tracks_stock as "tracksStock", p.is_price_open as "isPriceOpen"
      from catalog.barcodes b
      join catalog.variants v on v.merchant_id = b.merchant_id and v.id = b.variant_id
      join catalog.products p on p.merchant_id = v.merchant_id and p.id = v.product_id
     where b.merchant_id = ${merchantId} and b.store_id = ${storeId} and b.code = any (${codes}::text[])`)
}

/** Those of the names that a product has, ignoring case and accents. */
export async function knownNames(
  tx: Write,
  { merchantId, storeId }: Place,
  names: readonly string[],
): Promise<string[]> {
  const known = await tx.rows(sql<{ name: string }>`
    select distinct w.name from unnest(${names}::text[]) w (name)
      join catalog.products p
        on p.merchant_id = ${merchantId} and p.store_id = ${storeId} and p.name_key = app.fold(w.name)`)
  return known.map(({ name }) => name)
}

/**
 * Those of the products that cannot be sold by the piece: a fraction of one is in stock, in transit or the difference of an open
 * count.
 */
export async function inFractions(
  tx: Write,
  { merchantId, storeId }: Place,
  productIds: readonly string[],
): Promise<string[]> {
  const barred = await tx.rows(sql<{ id: string }>`
    select product_id as id from stock.barred_by_stock(${merchantId}, ${storeId}, ${productIds}::uuid[], null, 'PIECE')`)
  return barred.map(({ id }) => id)
}

/** Variants of known products by name, ignoring case and accents. */
export function knownVariants(
  tx: Write,
  { merchantId, storeId }: Place,
  forms: readonly { readonly productId: string; readonly name: string }[],
): Promise<{ productId: string; name: string; id: string }[]> {
  return tx.rows(sql<{ productId: string; name: string; id: string }>`
    select w.product_id as "productId", w.name, v.id
      from unnest(${forms.map(({ productId }) => productId)}::uuid[], ${forms.map(({ name }) => name)}::text[])
             w (product_id, name)
      join catalog.variants v on v.merchant_id = ${merchantId} and v.store_id = ${storeId}
       and v.product_id = w.product_id and v.id <> v.product_id and app.fold(v.name) = app.fold(w.name)`)
}

/** Categories by name, ignoring case. */
export function knownCategories(
  tx: Write,
  { merchantId, storeId }: Place,
  names: readonly string[],
): Promise<{ name: string; id: string }[]> {
  return tx.rows(sql<{ name: string; id: string }>`
    select w.name, c.id from unnest(${names}::text[]) w (name)
      join catalog.categories c on c.merchant_id = ${merchantId} and c.store_id = ${storeId} and lower(c.name) = lower(w.name)`)
}

export function addCategories(
  tx: Write,
  { merchantId, storeId }: Place,
  categories: readonly { readonly id: string; readonly name: string }[],
): Promise<unknown> {
  return tx.rows(sql`
    insert into catalog.categories (merchant_id, id, store_id, permission_set, name)
    select ${merchantId}, c.id, ${storeId}, authz.set_of(${merchantId}, ${storeId}, 'catalog'), c.name
      from jsonb_to_recordset(${JSON.stringify(categories)}::jsonb) c (id uuid, name text)
    returning id`)
}

/** A row of a file, as `jsonb_to_recordset` reads it. */
export const columns = sql`(id uuid, sku text, name text, "priceCentavos" bigint, "costCentavos" bigint, "categoryId" uuid,
  "taxRateId" uuid, unit text, description text, "tracksStock" boolean, barcode text, "productId" uuid, position int)`

/** New products, each with its default variant. */
export async function addProducts(
  tx: Write,
  { merchantId, storeId }: Place,
  rows: readonly object[],
): Promise<void> {
  const set = sql`authz.set_of(${merchantId}, ${storeId}, 'catalog')`
  await Promise.all([
    tx.rows(sql`
      insert into catalog.products (merchant_id, id, store_id, permission_set, sku, name, price_centavos, cost_centavos,
                                category_id, tax_rate_id, unit, tracks_stock, description)
      select ${merchantId}, r.id, ${storeId}, ${set}, r.sku, r.name, r."priceCentavos", r."costCentavos",
             r."categoryId", r."taxRateId", coalesce(r.unit, 'PIECE'), r."tracksStock", r.description
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) r ${columns}
      returning id`),
    tx.rows(sql`
      insert into catalog.variants (merchant_id, id, store_id, permission_set, product_id)
      select ${merchantId}, r.id, ${storeId}, ${set}, r.id
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) r ${columns}
      returning id`),
  ])
}

/** Updates PostgreSQL's statistics to the current number of products and variants. */
export function measureGoods(tx: Write): Promise<unknown> {
  return tx.rows(sql`select catalog.measure_goods()`)
}

/** Updates PostgreSQL's statistics to the current number of barcodes. */
export function measureBarcodes(tx: Write): Promise<unknown> {
  return tx.rows(sql`select catalog.measure_barcodes()`)
}

/** New variants, of new and of known products. */
export async function addVariants(
  tx: Write,
  { merchantId, storeId }: Place,
  rows: readonly object[],
): Promise<void> {
  await tx.rows(sql`
    insert into catalog.variants (merchant_id, id, store_id, permission_set, product_id, name, sku, price_centavos,
                              cost_centavos, position)
    select ${merchantId}, r.id, ${storeId}, authz.set_of(${merchantId}, ${storeId}, 'catalog'), r."productId", r.name,
           r.sku, r."priceCentavos", r."costCentavos", r.position
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) r ${columns}
    returning id`)
}

export async function addBarcodes(
  tx: Write,
  { merchantId, storeId }: Place,
  rows: readonly object[],
): Promise<void> {
  await tx.rows(sql`
    insert into catalog.barcodes (merchant_id, id, store_id, permission_set, variant_id, code)
    select ${merchantId}, app.uuid_v7(), ${storeId}, authz.set_of(${merchantId}, ${storeId}, 'catalog'), r.id, r.barcode
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) r ${columns}
    returning id`)
}

/** The stock given in the file, as an adjustment that names the import. */
export async function addStock(
  tx: Write,
  actor: StoreActor,
  importId: string,
  rows: readonly { readonly id: string; readonly stock: number | null }[],
): Promise<void> {
  await tx.rows(sql`
    select stock.adjust_stock(${actor.merchantId}, ${actor.storeId}, ${importId}, 'ADJUSTMENT', 'Existencia inicial',
      ${rows.map(({ id }) => id)}::uuid[], ${rows.map(({ stock }) => stock)}::numeric[], ${actor.membershipId})`)
}

export interface NewImport {
  readonly id: string
  readonly mode: ProductMode
  readonly fileName: string
  readonly fileHash: Buffer
  readonly createdCount: number
  readonly updatedCount: number
}

export async function recordImport(tx: Write, { merchantId, storeId }: Place, of: NewImport): Promise<Date> {
  const { importedAt } = await tx.one(sql<{ importedAt: Date }>`
    select catalog.record_product_import(${merchantId}, ${storeId}, ${of.id}, ${of.mode}, ${of.fileName}, ${of.fileHash},
                                     ${of.createdCount}, ${of.updatedCount}) as "importedAt"`)
  return importedAt
}

/** A product, or a variant of the product above it. */
export interface ExportedProduct {
  readonly name: string
  /** Null: the product itself. */
  readonly variant: string | null
  readonly sku: string | null
  readonly barcode: string | null
  readonly category: string | null
  /** Null: inherited from the product. */
  readonly priceCentavos: bigint | null
  readonly costCentavos: bigint | null
  readonly tax: string | null
  readonly unit: string | null
  readonly stock: number | null
  readonly description: string | null
}

/** Products by name, each followed by its variants, with the first barcode of each. */
export function exported(
  tx: Write,
  { merchantId, storeId }: Place,
  limit: number,
): Promise<ExportedProduct[]> {
  const ofProduct = (column: string) => sql`case when v.id = p.id then ${sql.ref(column)} end`
  const own = (column: string) =>
    sql`case when v.id = p.id then ${sql.ref(`p.${column}`)} else ${sql.ref(`v.${column}`)} end`
  return tx.rows(sql<ExportedProduct>`
    select p.name, v.name as variant, ${own('sku')} as sku, b.code as barcode, ${ofProduct('c.name')} as category,
           ${own('price_centavos')}::bigint as "priceCentavos", ${own('cost_centavos')}::bigint as "costCentavos",
           ${ofProduct('t.name')} as tax, ${ofProduct('p.unit')} as unit,
           case when p.tracks_stock then coalesce(l.on_hand, 0) end as stock, ${ofProduct('p.description')} as description
      from catalog.products p
      join catalog.variants v on v.merchant_id = p.merchant_id and v.store_id = p.store_id and v.product_id = p.id
      left join catalog.categories c on c.merchant_id = p.merchant_id and c.id = p.category_id
      left join catalog.tax_rates t on t.merchant_id = p.merchant_id and t.id = p.tax_rate_id
      left join stock.stock_levels l on l.merchant_id = v.merchant_id and l.id = v.id
      left join lateral (
        select b.code from catalog.barcodes b
         where b.merchant_id = v.merchant_id and b.store_id = v.store_id and b.variant_id = v.id
         order by b.created_at, b.id limit 1) b on true
     where p.merchant_id = ${merchantId} and p.store_id = ${storeId}
     order by p.name_key, p.id, v.id <> p.id, v.position, v.id limit ${limit}`)
}
