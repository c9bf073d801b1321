import type { StoreActor } from '../../authorization/principal.ts'
import { sql } from '../../database/sql.ts'
import type { Tx } from '../../database/tx.ts'
import { columns } from './import-queries.ts'

type Write = Tx<'store:supervisor'>
type Place = Pick<StoreActor, 'merchantId' | 'storeId'>

/** What a file can change of a product. A price is far below the largest exact number. */
export interface ProductValues {
  readonly id: string
  readonly name: string
  readonly priceCentavos: number
  readonly costCentavos: number | null
  readonly categoryId: string | null
  readonly taxRateId: string | null
  readonly unit: string
  readonly description: string | null
}

/** The present values of products, locked in order of id. */
export function heldProducts(
  tx: Write,
  { merchantId, storeId }: Place,
  ids: readonly string[],
): Promise<ProductValues[]> {
  return tx.rows(sql<ProductValues>`
    select id, name, price_centavos::float8 as "priceCentavos", cost_centavos::float8 as "costCentavos",
           category_id as "categoryId", tax_rate_id as "taxRateId", unit, description
      from catalog.products
     where merchant_id = ${merchantId} and store_id = ${storeId} and id = any (${ids}::uuid[])
     order by id for no key update`)
}

/** What a file can change of a variant. */
export interface VariantValues {
  readonly id: string
  readonly name: string
  readonly sku: string | null
  readonly priceCentavos: number | null
  readonly costCentavos: number | null
}

/** The present values of variants, locked in order of id. */
export function heldVariants(
  tx: Write,
  { merchantId, storeId }: Place,
  ids: readonly string[],
): Promise<VariantValues[]> {
  return tx.rows(sql<VariantValues>`
    select id, name, sku, price_centavos::float8 as "priceCentavos", cost_centavos::float8 as "costCentavos"
      from catalog.variants
     where merchant_id = ${merchantId} and store_id = ${storeId} and id = any (${ids}::uuid[]) and name is not null
     order by id for no key update`)
}

/** The values of a row for an existing product; an empty cell leaves the value. */
export async function changeProducts(
  tx: Write,
  { merchantId }: Place,
  rows: readonly object[],
): Promise<void> {
  await tx.rows(sql`
    update catalog.products p
       set name = r.name, price_centavos = r."priceCentavos",
           cost_centavos = coalesce(r."costCentavos", p.cost_centavos),
           category_id = coalesce(r."categoryId", p.category_id), tax_rate_id = coalesce(r."taxRateId", p.tax_rate_id),
           unit = coalesce(r.unit, p.unit), description = coalesce(r.description, p.description),
           updated_at = app.clock()
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) r ${columns}
     where p.merchant_id = ${merchantId} and p.id = r.id`)
}

/** Takes variants off their names, which others of the same file take: no two have one name at any time. */
export function leaveNames(tx: Write, { merchantId }: Place, ids: readonly string[]): Promise<unknown> {
  return tx.rows(sql`
    update catalog.variants set name = id::text where merchant_id = ${merchantId} and id = any (${ids}::uuid[])`)
}

/** The values of a row for an existing variant; an empty cell leaves the value. */
export async function changeVariants(
  tx: Write,
  { merchantId }: Place,
  rows: readonly object[],
): Promise<void> {
  await tx.rows(sql`
    update catalog.variants v
       set name = r.name, sku = coalesce(r.sku, v.sku), price_centavos = coalesce(r."priceCentavos", v.price_centavos),
           cost_centavos = coalesce(r."costCentavos", v.cost_centavos), updated_at = app.clock()
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) r ${columns}
     where v.merchant_id = ${merchantId} and v.id = r.id`)
}
