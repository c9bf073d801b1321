import type { StoreActor } from '../../authorization/principal.ts'
import { sql } from '../../database/sql.ts'
import type { Tx } from '../../database/tx.ts'

type Write = Tx<'store:supervisor'>
type Place = Pick<StoreActor, 'merchantId' | 'storeId'>

/** The current values of what can be changed in bulk. A price is far below the largest exact number. */
export interface ProductState {
  readonly id: string
  readonly name: string
  readonly priceCentavos: number
  readonly categoryId: string | null
  readonly isActive: boolean
}

/** The named products that belong to the store, locked in order of id when `isHeld`. */
export function productStates(
  tx: Write,
  { merchantId, storeId }: Place,
  ids: readonly string[],
  isHeld: boolean,
): Promise<ProductState[]> {
  return tx.rows(sql<ProductState>`
    select id, name, price_centavos::float8 as "priceCentavos", category_id as "categoryId", is_active as "isActive"
      from catalog.products
     where merchant_id = ${merchantId} and store_id = ${storeId} and id = any (${ids}::uuid[])
     order by id ${isHeld ? sql`for no key update` : sql``}`)
}

/** A variant with its own price. */
export interface PricedVariant {
  readonly id: string
  readonly productId: string
  readonly name: string
  readonly priceCentavos: number
}

export function pricedVariants(
  tx: Write,
  { merchantId, storeId }: Place,
  productIds: readonly string[],
  isHeld: boolean,
): Promise<PricedVariant[]> {
  return tx.rows(sql<PricedVariant>`
    select id, product_id as "productId", name, price_centavos::float8 as "priceCentavos"
      from catalog.variants
     where merchant_id = ${merchantId} and store_id = ${storeId} and product_id = any (${productIds}::uuid[])
       and price_centavos is not null and name is not null
     order by id ${isHeld ? sql`for no key update` : sql``}`)
}

/** Records the old price of products and variants before they change. */
export function keepPrices(
  tx: Write,
  { merchantId, storeId }: Place,
  rows: readonly { readonly id: string; readonly priceCentavos: number }[],
): Promise<unknown> {
  const changes = rows.map(({ id, priceCentavos }) => ({ id, priceCentavos }))
  return tx.rows(
    sql`select catalog.keep_prices(${merchantId}, ${storeId}, ${JSON.stringify(changes)}::jsonb)`,
  )
}

export function changeProducts(
  tx: Write,
  { merchantId }: Place,
  rows: readonly Pick<ProductState, 'id' | 'priceCentavos' | 'categoryId' | 'isActive'>[],
): Promise<unknown> {
  return tx.rows(sql`
    update catalog.products p
       set price_centavos = r."priceCentavos", category_id = r."categoryId", is_active = r."isActive",
           updated_at = app.clock()
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
           r (id uuid, "priceCentavos" bigint, "categoryId" uuid, "isActive" boolean)
     where p.merchant_id = ${merchantId} and p.id = r.id`)
}

export function changeVariantPrices(
  tx: Write,
  { merchantId }: Place,
  rows: readonly { readonly id: string; readonly priceCentavos: number }[],
): Promise<unknown> {
  return tx.rows(sql`
    update catalog.variants v set price_centavos = r."priceCentavos", updated_at = app.clock()
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) r (id uuid, "priceCentavos" bigint)
     where v.merchant_id = ${merchantId} and v.id = r.id`)
}

export interface Change {
  readonly noun: 'product' | 'variant'
  readonly id: string
  readonly before: object
  readonly after: object
}

/** One audit entry per record, as if it had been changed alone. */
export function audit(
  tx: Write,
  { merchantId, storeId }: Place,
  changes: readonly Change[],
): Promise<unknown> {
  return tx.rows(
    sql`select catalog.record_changes(${merchantId}, ${storeId}, ${JSON.stringify(changes)}::jsonb)`,
  )
}
