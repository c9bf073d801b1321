import { narrow } from '../../collections/narrow.ts'
import type { PageRange } from '../../collections/page.ts'
import type { Scope } from '../../collections/scope.ts'
import { type Sql, sql } from '../../database/sql.ts'
import type { Tx } from '../../database/tx.ts'
import type { InventoryItem, InventoryTotals } from './schema.ts'

export interface Wanted {
  /** Each word must occur in the name, SKU or barcode. */
  readonly words: readonly string[]
  readonly categoryId: string | undefined
  readonly isLow: boolean | undefined
}

/** By name; each store is read along its index, then merged. */
export async function items(
  tx: Tx<'rows'>,
  scope: Scope,
  wanted: Wanted,
  { limit, after }: PageRange<'key' | 'id'>,
): Promise<(InventoryItem & { key: string })[]> {
  const isAfter =
    after === undefined ? sql`` : sql`and (p.name_key, v.id) > (${after.key}::text, ${after.id}::uuid)`
  const page = sql<InventoryItem & { key: string }>`
    select place.store_id as "storeId", s.name as "storeName", found."productId", found."productName",
           found."variantId", found."variantName", found.sku, c.name as "categoryName", found.unit,
           found.on_hand as "onHand", found."reorderPoint", found."isLow", found.price as "unitPriceCentavos",
           ${shown(sql`found.cost`)} as "unitCostCentavos",
           round(found.on_hand * found.price)::bigint as "priceValueCentavos",
           ${shown(sql`round(found.on_hand * found.cost)::bigint`)} as "costValueCentavos", found.key
      from (${places(scope)}) place
      join shop.stores s on s.merchant_id = place.merchant_id and s.id = place.store_id
     cross join lateral (
       select p.id as "productId", p.name as "productName", p.category_id, p.name_key as key, v.id as "variantId",
              v.name as "variantName", coalesce(v.sku, p.sku) as sku, p.unit, coalesce(l.on_hand, 0) as on_hand,
              l.reorder_point as "reorderPoint", coalesce(l.is_low, false) as "isLow",
              coalesce(v.price_centavos, p.price_centavos)::bigint as price,
              coalesce(v.cost_centavos, p.cost_centavos)::bigint as cost
         from ${kept(wanted)} ${isAfter}
        order by p.name_key, v.id limit ${limit}) found
      left join catalog.categories c on c.merchant_id = place.merchant_id and c.id = found.category_id
     order by found.key, found."variantId" limit ${limit}`
  const [, rows] = await Promise.all([only(tx), tx.rows(page)])
  return rows
}

/** The totals of all of it. */
export async function totals(tx: Tx<'rows'>, scope: Scope, wanted: Wanted): Promise<InventoryTotals> {
  const [, sums] = await Promise.all([
    only(tx),
    tx.one(sql<InventoryTotals>`
      with place as (${places(scope)})
      select count(*)::int as "itemCount", (count(*) filter (where found.is_low))::int as "lowCount",
             coalesce(sum(round(found.on_hand * found.price)), 0)::bigint as "priceValueCentavos",
             case when (select coalesce(bool_or(shows_costs), true) from place) then
               coalesce(sum(round(found.on_hand * found.cost)) filter (where place.shows_costs), 0)::bigint
             end as "costValueCentavos",
             (count(*) filter (where found.cost is null and found.on_hand > 0))::int as "unknownCostCount"
        from place
       cross join lateral (
         select coalesce(l.on_hand, 0) as on_hand, l.is_low, coalesce(v.price_centavos, p.price_centavos) as price,
                coalesce(v.cost_centavos, p.cost_centavos) as cost
           from ${kept(wanted)}) found`),
  ])
  return sums
}

const only = (tx: Tx<'rows'>) => narrow(tx, ['catalog', 'inventory', 'stores', 'reporting'])

/** A cashier sees prices, and not costs. */
function places(scope: Scope): Sql {
  return sql`
    select n.*, coalesce(authz.set_of(n.merchant_id, n.store_id, 'reporting')
                         = any ((select app.readable_sets())::int[]), false) as shows_costs
      from unnest(${scope.places.map(({ merchantId }) => merchantId)}::uuid[],
                  ${scope.places.map(({ storeId }) => storeId)}::uuid[]) as n (merchant_id, store_id)`
}

const shown = (cost: Sql) => sql`case when place.shows_costs then ${cost} end`

/**
 * Goods on sale that are tracked in stock, and any other goods still in stock. A product with variants is
 * listed itself only if it was ever moved itself.
 */
function kept({ words, categoryId, isLow }: Wanted): Sql {
  const conditions = [
    sql`p.merchant_id = place.merchant_id and p.store_id = place.store_id`,
    sql`(l.on_hand > 0 or p.tracks_stock and p.is_active and v.is_active and (v.id <> p.id or l.id is not null
         or not exists (select from catalog.variants o
                         where o.merchant_id = p.merchant_id and o.store_id = p.store_id and o.product_id = p.id and o.id <> p.id)))`,
    ...(categoryId === undefined ? [] : [sql`p.category_id = ${categoryId}`]),
    ...(isLow === undefined ? [] : [sql`coalesce(l.is_low, false) = ${isLow}`]),
    ...words.map(namedBy),
  ]
  return sql`catalog.products p
    join catalog.variants v on v.merchant_id = p.merchant_id and v.store_id = p.store_id and v.product_id = p.id
    left join stock.stock_levels l on l.merchant_id = v.merchant_id and l.id = v.id
   where ${sql.join(conditions, sql` and `)}`
}

/** Barcodes are looked up once per store, and not per product. */
function namedBy(word: string): Sql {
  const pattern = sql`(select app.fold(${`%${word.replace(/[\\%_]/g, '\\$&')}%`}::text))`
  return sql`(p.search_text like ${pattern} or v.search_text like ${pattern} or v.id = any (array(
    select b.variant_id from catalog.barcodes b
     where b.merchant_id = place.merchant_id and b.store_id = place.store_id and b.code_key like ${pattern})))`
}
