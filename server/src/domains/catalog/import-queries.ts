import { sql } from 'kysely'
import type { StoreActor } from '../../authorization/principal.ts'
import type { Tx } from '../../database/tx.ts'
import type { KnownRate } from './import-cells.ts'
import type { ProductMode } from './schema.ts'

type Write = Tx<'store:supervisor'>
type Place = Pick<StoreActor, 'merchantId' | 'storeId'>

export function taxRates(tx: Write, { merchantId, storeId }: Place): Promise<KnownRate[]> {
  return tx.rows(sql<KnownRate>`
    select id, name, rate_bps as "rateBps", is_exempt as "isExempt", is_default as "isDefault"
      from pos.tax_rates where merchant_id = ${merchantId} and store_id = ${storeId} order by template_code nulls last, id`)
}

/** Imports of one store follow each other, so that each sees what the one before has made. */
export function queue(tx: Write, { storeId }: Place): Promise<unknown> {
  return tx.rows(sql`select pg_advisory_xact_lock(hashtextextended(${`product import|${storeId}`}, 0))`)
}

/** The earlier import of these very bytes, of a kind that must not come twice. */
export function importOf(
  tx: Write,
  { merchantId, storeId }: Place,
  fileHash: Buffer,
): Promise<{ importId: string; importedAt: Date; rowCount: number } | undefined> {
  return tx.first(sql<{ importId: string; importedAt: Date; rowCount: number }>`
    select id as "importId", imported_at as "importedAt", row_count as "rowCount" from pos.product_imports
     where merchant_id = ${merchantId} and store_id = ${storeId} and file_hash = ${fileHash} and mode = 'CREATE'`)
}

export interface KnownSku {
  readonly sku: string
  /** Null: a variant of a product has it. */
  readonly productId: string | null
  readonly unit: string | null
}

export function knownSkus(
  tx: Write,
  { merchantId, storeId }: Place,
  skus: readonly string[],
): Promise<KnownSku[]> {
  return tx.rows(sql<KnownSku>`
    select sku, id as "productId", unit from pos.products
     where merchant_id = ${merchantId} and store_id = ${storeId} and sku = any (${skus}::text[])
    union all
    select sku, null, null from pos.variants
     where merchant_id = ${merchantId} and store_id = ${storeId} and sku = any (${skus}::text[])`)
}

export function knownBarcodes(
  tx: Write,
  { merchantId, storeId }: Place,
  codes: readonly string[],
): Promise<{ code: string; variantId: string }[]> {
  return tx.rows(sql<{ code: string; variantId: string }>`
    select code, variant_id as "variantId" from pos.barcodes
     where merchant_id = ${merchantId} and store_id = ${storeId} and code = any (${codes}::text[])`)
}

/** Categories by their names, which are alike whatever their case. */
export function knownCategories(
  tx: Write,
  { merchantId, storeId }: Place,
  names: readonly string[],
): Promise<{ name: string; id: string }[]> {
  return tx.rows(sql<{ name: string; id: string }>`
    select w.name, c.id from unnest(${names}::text[]) w (name)
      join pos.categories c on c.merchant_id = ${merchantId} and c.store_id = ${storeId} and lower(c.name) = lower(w.name)`)
}

export function addCategories(
  tx: Write,
  { merchantId, storeId }: Place,
  categories: readonly { readonly id: string; readonly name: string }[],
): Promise<unknown> {
  return tx.rows(sql`
    insert into pos.categories (merchant_id, id, store_id, permission_set, name)
    select ${merchantId}, c.id, ${storeId}, authz.set_of(${merchantId}, ${storeId}, 'catalog'), c.name
      from jsonb_to_recordset(${JSON.stringify(categories)}::jsonb) c (id uuid, name text)`)
}

const columns = sql`(id uuid, sku text, name text, "priceCentavos" bigint, "costCentavos" bigint, "categoryId" uuid,
  "taxRateId" uuid, unit text, description text, stock numeric, barcode text)`

/** New products, each with the variant that is itself. */
export async function addProducts(
  tx: Write,
  { merchantId, storeId }: Place,
  rows: readonly object[],
): Promise<void> {
  await tx.rows(sql`
    with given as (
      select r.*, authz.set_of(${merchantId}, ${storeId}, 'catalog') as permission_set
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) r ${columns}),
    added as (
      insert into pos.products (merchant_id, id, store_id, permission_set, sku, name, price_centavos, cost_centavos,
                                category_id, tax_rate_id, unit, tracks_stock, description)
      select ${merchantId}, g.id, ${storeId}, g.permission_set, g.sku, g.name, g."priceCentavos", g."costCentavos",
             g."categoryId", g."taxRateId", coalesce(g.unit, 'PIECE'), g.stock is not null, g.description
        from given g)
    insert into pos.variants (merchant_id, id, store_id, permission_set, product_id)
    select ${merchantId}, g.id, ${storeId}, g.permission_set, g.id from given g`)
}

/** Lets PostgreSQL plan for as many products as there are now. */
export function measure(tx: Write): Promise<unknown> {
  return tx.rows(sql`select pos.measure_catalog()`)
}

/** What a row says of a product that is there; an empty cell leaves what there is. */
export async function changeProducts(
  tx: Write,
  { merchantId }: Place,
  rows: readonly object[],
): Promise<void> {
  await tx.rows(sql`
    update pos.products p
       set name = r.name, price_centavos = r."priceCentavos",
           cost_centavos = coalesce(r."costCentavos", p.cost_centavos),
           category_id = coalesce(r."categoryId", p.category_id), tax_rate_id = coalesce(r."taxRateId", p.tax_rate_id),
           unit = coalesce(r.unit, p.unit), description = coalesce(r.description, p.description),
           updated_at = clock_timestamp()
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) r ${columns}
     where p.merchant_id = ${merchantId} and p.id = r.id`)
}

export async function addBarcodes(
  tx: Write,
  { merchantId, storeId }: Place,
  rows: readonly object[],
): Promise<void> {
  await tx.rows(sql`
    insert into pos.barcodes (merchant_id, id, store_id, permission_set, variant_id, code)
    select ${merchantId}, app.uuid_v7(), ${storeId}, authz.set_of(${merchantId}, ${storeId}, 'catalog'), r.id, r.barcode
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) r ${columns}`)
}

/** What was there when the file was written, as an adjustment that names the import. */
export async function addStock(
  tx: Write,
  actor: StoreActor,
  importId: string,
  rows: readonly { readonly id: string; readonly stock: number | null }[],
): Promise<void> {
  await tx.rows(sql`
    select pos.adjust_stock(${actor.merchantId}, ${actor.storeId}, ${importId}, 'ADJUSTMENT', 'Existencia inicial',
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
    select pos.record_product_import(${merchantId}, ${storeId}, ${of.id}, ${of.mode}, ${of.fileName}, ${of.fileHash},
                                     ${of.createdCount}, ${of.updatedCount}) as "importedAt"`)
  return importedAt
}

export interface ExportedProduct {
  readonly name: string
  readonly sku: string | null
  readonly barcode: string | null
  readonly category: string | null
  readonly priceCentavos: bigint
  readonly costCentavos: bigint | null
  readonly tax: string | null
  readonly unit: string
  readonly stock: number | null
  readonly description: string | null
}

/** Products in the order of their names, with the first barcode of each. */
export function exported(
  tx: Write,
  { merchantId, storeId }: Place,
  limit: number,
): Promise<ExportedProduct[]> {
  return tx.rows(sql<ExportedProduct>`
    select p.name, p.sku, b.code as barcode, c.name as category, p.price_centavos as "priceCentavos",
           p.cost_centavos as "costCentavos", t.name as tax, p.unit, l.on_hand as stock, p.description
      from pos.products p
      left join pos.categories c on c.merchant_id = p.merchant_id and c.id = p.category_id
      left join pos.tax_rates t on t.merchant_id = p.merchant_id and t.id = p.tax_rate_id
      left join pos.stock_levels l on l.merchant_id = p.merchant_id and l.id = p.id
      left join lateral (
        select b.code from pos.barcodes b
         where b.merchant_id = p.merchant_id and b.store_id = p.store_id and b.variant_id = p.id
         order by b.created_at, b.id limit 1) b on true
     where p.merchant_id = ${merchantId} and p.store_id = ${storeId} order by p.name_key, p.id limit ${limit}`)
}
