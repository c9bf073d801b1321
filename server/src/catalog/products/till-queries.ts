import type { StoreActor } from '../../authorization/principal.ts'
import { type Sql, sql } from '../../database/sql.ts'
import type { Tx } from '../../database/tx.ts'

type Place = Pick<StoreActor, 'merchantId' | 'storeId'>

/**
 * The catalog for a till as the text of a JSON object. PostgreSQL writes the JSON, since building objects of
 * twenty thousand products here only to serialize them would take most of the time.
 *
 * @param since RFC 3339: only what has changed since; a product is returned whole when any part of it changed
 */
export async function catalogText(tx: Tx<'rows'>, place: Place, since: string | undefined): Promise<string> {
  const { merchantId, storeId } = place
  const here = (row: string) =>
    sql`${sql.ref(`${row}.merchant_id`)} = ${merchantId} and ${sql.ref(`${row}.store_id`)} = ${storeId}`
  const isChanged = (row: string) =>
    since === undefined ? sql`true` : sql`${sql.ref(`${row}.updated_at`)} >= ${since}::timestamptz`
  // Variants and codes are gathered only for changed products: a till asks every few minutes.
  const isIn = (product: string) =>
    since === undefined ? sql`true` : sql`${sql.ref(product)} in (select id from changed)`
  const { text } = await tx.one(sql<{ text: string }>`
    with changed as materialized (${since === undefined ? sql`select null::uuid as id where false` : changedProducts(place, since)}),
    codes as materialized (
      select b.variant_id, json_agg(b.code order by b.code) as barcodes
        from catalog.variants v join catalog.barcodes b
          on b.merchant_id = v.merchant_id and b.store_id = v.store_id and b.variant_id = v.id
       where ${here('v')} and ${isIn('v.product_id')} group by b.variant_id),
    forms as materialized (
      select v.product_id, json_agg(json_build_object(
               'id', v.id, 'name', v.name, 'sku', v.sku, 'priceCentavos', v.price_centavos, 'isActive', v.is_active,
               'barcodes', coalesce(c.barcodes, '[]')) order by v.position, v.id) as variants
        from catalog.variants v left join codes c on c.variant_id = v.id
       where ${here('v')} and ${isIn('v.product_id')} group by v.product_id)
    select json_build_object(
      'products', (select coalesce(json_agg(json_build_object(
          'id', p.id, 'categoryId', p.category_id, 'sku', p.sku, 'name', p.name, 'description', p.description,
          'picture', p.picture, 'kind', p.kind, 'priceCentavos', p.price_centavos, 'taxRateId', p.tax_rate_id,
          'isTaxIncluded', p.is_tax_included, 'unit', p.unit, 'tracksStock', p.tracks_stock, 'isActive', p.is_active,
          'variants', coalesce(f.variants, '[]')) order by p.name_key, p.id), '[]')
        from catalog.products p left join forms f on f.product_id = p.id
       where ${here('p')} and ${isIn('p.id')}),
      'categories', (select coalesce(json_agg(json_build_object(
          'id', c.id, 'parentId', c.parent_id, 'name', c.name, 'color', c.color, 'picture', c.picture,
          'position', c.position) order by c.position, c.id), '[]')
        from catalog.categories c where ${here('c')} and ${isChanged('c')}),
      'taxRates', (select coalesce(json_agg(json_build_object(
          'id', t.id, 'name', t.name, 'rateBps', t.rate_bps, 'isExempt', t.is_exempt, 'isDefault', t.is_default)
          order by t.id), '[]')
        from catalog.tax_rates t where ${here('t')} and ${isChanged('t')}),
      'stock', (select coalesce(json_agg(json_build_object('variantId', l.id, 'onHand', l.on_hand) order by l.id), '[]')
        from stock.stock_levels l where ${here('l')} and ${isChanged('l')}),
      'deletedIds', (select coalesce(json_agg(distinct d.id), '[]')
        from app.deletions d where ${here('d')} and d.noun in ('product', 'category', 'tax rate')
         and ${since === undefined ? sql`false` : sql`d.deleted_at >= ${since}::timestamptz`}))::text as text`)
  return text
}

function changedProducts({ merchantId, storeId }: Place, since: string): Sql {
  const here = (row: string, at = 'updated_at') => sql`${sql.ref(`${row}.merchant_id`)} = ${merchantId}
    and ${sql.ref(`${row}.store_id`)} = ${storeId} and ${sql.ref(`${row}.${at}`)} >= ${since}::timestamptz`
  return sql`
    select p.id from catalog.products p where ${here('p')}
    union
    select v.product_id from catalog.variants v where ${here('v')}
    union
    select v.product_id from catalog.barcodes b join catalog.variants v on v.merchant_id = b.merchant_id and v.id = b.variant_id
     where ${here('b')}
    union
    select d.parent_id from app.deletions d where ${here('d', 'deleted_at')} and d.noun in ('variant', 'barcode')`
}

/** How many records were deleted since, up to a limit. */
export async function countDeletions(
  tx: Tx<'rows'>,
  { merchantId, storeId }: Place,
  since: string,
  limit: number,
): Promise<number> {
  const { count } = await tx.one(sql<{ count: number }>`
    select count(*)::int as count from (
      select from app.deletions d where d.merchant_id = ${merchantId} and d.store_id = ${storeId}
         and d.deleted_at >= ${since}::timestamptz limit ${limit}) d`)
  return count
}
