import { eachPlace, type StorePlace } from '../../collections/each-place.ts'
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

interface Shown extends Wanted {
  /** Ids of the stores whose costs are shown. */
  readonly costsSeen: ReadonlySet<string>
}

/** By name; each store is read along its index, then merged. */
export async function items(
  tx: Tx<'rows'>,
  scope: Scope,
  wanted: Shown,
  { limit, after }: PageRange<'key' | 'id'>,
): Promise<(InventoryItem & { key: string })[]> {
  const costsSeen = [...wanted.costsSeen]
  const isAfter =
    after === undefined ? sql`` : sql`and (p.name_key, v.id) > (${after.key}::text, ${after.id}::uuid)`
  const page = sql<InventoryItem & { key: string }>`
    select found.*
      from (${eachPlace(
        scope,
        (place) => sql`
          select p.store_id as "storeId", s.name as "storeName", p.id as "productId", p.name as "productName",
                 v.id as "variantId", v.name as "variantName", coalesce(v.sku, p.sku) as sku, c.name as "categoryName",
                 p.unit, coalesce(l.on_hand, 0) as "onHand", l.reorder_point as "reorderPoint",
                 coalesce(l.is_low, false) as "isLow", ${price} as "unitPriceCentavos",
                 case when ${place.storeId} = any (${costsSeen}::uuid[]) then ${cost} end as "unitCostCentavos",
                 round(coalesce(l.on_hand, 0) * ${price})::bigint as "priceValueCentavos",
                 case when ${place.storeId} = any (${costsSeen}::uuid[]) then round(coalesce(l.on_hand, 0) * ${cost})::bigint end as "costValueCentavos",
                 p.name_key as key
            from ${goods}
            join shop.stores s on s.merchant_id = p.merchant_id and s.id = p.store_id
            left join catalog.categories c on c.merchant_id = p.merchant_id and c.id = p.category_id
           where ${kept(wanted, place)} ${isAfter}
           order by p.name_key, v.id limit ${limit}`,
      )}) found
     order by found.key, found."variantId" limit ${limit}`
  const [, rows] = await Promise.all([only(tx), tx.rows(page)])
  return rows
}

/** The totals of all of it. */
export async function totals(tx: Tx<'rows'>, scope: Scope, wanted: Shown): Promise<InventoryTotals> {
  const costsSeen = [...wanted.costsSeen]
  const [, sums] = await Promise.all([
    only(tx),
    tx.one(sql<InventoryTotals>`
      select count(*)::int as "itemCount", (count(*) filter (where found.is_low))::int as "lowCount",
             coalesce(sum(round(found.on_hand * found.price)), 0)::bigint as "priceValueCentavos",
             case when ${wanted.costsSeen.size > 0 || scope.places.length === 0} then
               coalesce(sum(round(found.on_hand * found.cost)) filter (where found.shows_costs), 0)::bigint
             end as "costValueCentavos",
             (count(*) filter (where found.cost is null and found.on_hand > 0))::int as "unknownCostCount"
        from (${eachPlace(
          scope,
          (place) => sql`
            select ${place.storeId} = any (${costsSeen}::uuid[]) as shows_costs, coalesce(l.on_hand, 0) as on_hand, l.is_low, ${price} as price,
                   ${cost} as cost
              from ${goods} where ${kept(wanted, place)}`,
        )}) found`),
  ])
  return sums
}

const only = (tx: Tx<'rows'>) => narrow(tx, ['catalog', 'inventory', 'stores', 'reporting'])

const goods = sql`catalog.products p
  join catalog.variants v on v.merchant_id = p.merchant_id and v.store_id = p.store_id and v.product_id = p.id
  left join stock.stock_levels l on l.merchant_id = v.merchant_id and l.id = v.id`

const price = sql`coalesce(v.price_centavos, p.price_centavos)::bigint`
const cost = sql`coalesce(v.cost_centavos, p.cost_centavos)::bigint`

/**
 * Goods on sale that are tracked in stock, and any other goods still in stock. A product with variants is
 * listed itself only if it was ever moved itself.
 */
function kept({ words, categoryId, isLow }: Wanted, place: StorePlace): Sql {
  const conditions = [
    sql`p.merchant_id = ${place.merchantId} and p.store_id = ${place.storeId}`,
    sql`(l.on_hand > 0 or p.tracks_stock and p.is_active and v.is_active and (v.id <> p.id or l.id is not null
         or not exists (select 1 from catalog.variants o
                         where o.merchant_id = ${place.merchantId} and o.store_id = p.store_id and o.product_id = p.id and o.id <> p.id)))`,
    ...(categoryId === undefined ? [] : [sql`p.category_id = ${categoryId}`]),
    ...(isLow === undefined ? [] : [sql`coalesce(l.is_low, false) = ${isLow}`]),
    ...words.map((word) => namedBy(word, place)),
  ]
  return sql.join(conditions, sql` and `)
}

/** Barcodes are looked up once per store, and not per product. */
function namedBy(word: string, { merchantId, storeId }: StorePlace): Sql {
  const pattern = sql`(select app.fold(${`%${word.replace(/[\\%_]/g, '\\$&')}%`}::text))`
  return sql`(p.search_text like ${pattern} or v.search_text like ${pattern} or v.id = any (array(
    select b.variant_id from catalog.barcodes b
     where b.merchant_id = ${merchantId} and b.store_id = ${storeId} and b.code_key like ${pattern})))`
}
