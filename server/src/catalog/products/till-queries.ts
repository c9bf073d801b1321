import type { StoreActor } from '../../authorization/principal.ts'
import { type Sql, sql } from '../../database/sql.ts'
import type { Tx } from '../../database/tx.ts'

// The catalog for a till as JSON text. PostgreSQL writes it, since building objects of twenty thousand products here
// only to serialize them would take most of the time.

export type Place = Pick<StoreActor, 'merchantId' | 'storeId'>

/** A place in the list of products: the sort key and the id of one of them. */
export type ProductPlace = readonly string[]

export interface ProductPage {
  /** Products separated by commas. */
  readonly text: string
  readonly count: number
  /** Null: there is none. */
  readonly last: ProductPlace | null
}

/**
 * The next products of the whole catalog, in name order. Each page looks through all variants and codes of the store,
 * so a few large ones are faster than many small ones.
 */
export async function productPage(
  tx: Tx<'rows'>,
  place: Place,
  after: ProductPlace | null,
  limit: number,
): Promise<ProductPage> {
  const isAfter =
    after === null ? sql`` : sql`and (p.name_key, p.id) > (${after[0] ?? ''}, ${after[1] ?? ''}::uuid)`
  const page = sql<ProductPage>`
    with wanted as materialized (
      select p.* from catalog.products p where ${here(place, 'p')} ${isAfter} order by p.name_key, p.id limit ${limit}),
    ${itsParts(place)}
    select coalesce(string_agg(${productJson}::text, ',' order by p.name_key, p.id), '') as text, count(*)::int as count,
           (select array[w.name_key, w.id::text] from wanted w order by w.name_key desc, w.id desc limit 1) as last
      from wanted p left join forms f on f.product_id = p.id`
  // Whatever PostgreSQL believes of a store's size, it must not compare each product with each variant: for a store of
  // 20,000 among many small ones it expected one of each. Sent in one packet.
  const [, { text, count, last }] = await Promise.all([
    tx.rows(sql`select set_config('enable_nestloop', 'off', true)`),
    tx.one(page),
  ])
  return { text, count, last }
}

/** Products of which any part has changed, each whole, separated by commas. */
export async function changedProducts(tx: Tx<'rows'>, place: Place, since: string): Promise<string> {
  const at = (row: string, column = 'updated_at') =>
    sql`${here(place, row)} and ${sql.ref(`${row}.${column}`)} >= ${since}::timestamptz`
  const { text } = await tx.one(sql<{ text: string }>`
    with changed as materialized (
      select p.id from catalog.products p where ${at('p')}
      union
      select v.product_id from catalog.variants v where ${at('v')}
      union
      select v.product_id from catalog.barcodes b join catalog.variants v on v.merchant_id = b.merchant_id and v.id = b.variant_id
       where ${at('b')}
      union
      select d.parent_id from app.deletions d where ${at('d', 'deleted_at')} and d.noun in ('variant', 'barcode')),
    wanted as materialized (
      select p.* from changed c join catalog.products p on ${here(place, 'p')} and p.id = c.id),
    ${itsParts(place)}
    select coalesce(string_agg(${productJson}::text, ',' order by p.name_key, p.id), '') as text
      from wanted p left join forms f on f.product_id = p.id`)
  return text
}

/** Everything but the products, as the text of an object; all of it, or what has changed since. */
export async function restOfCatalog(
  tx: Tx<'rows'>,
  place: Place,
  since: string | undefined,
): Promise<string> {
  const isChanged = (row: string) =>
    since === undefined ? sql`true` : sql`${sql.ref(`${row}.updated_at`)} >= ${since}::timestamptz`
  const { text } = await tx.one(sql<{ text: string }>`
    select json_build_object(
      'categories', (select coalesce(json_agg(json_build_object(
          'id', c.id, 'parentId', c.parent_id, 'name', c.name, 'color', c.color, 'picture', c.picture,
          'position', c.position) order by c.position, c.id), '[]')
        from catalog.categories c where ${here(place, 'c')} and ${isChanged('c')}),
      'taxRates', (select coalesce(json_agg(json_build_object(
          'id', t.id, 'name', t.name, 'rateBps', t.rate_bps, 'isExempt', t.is_exempt, 'isDefault', t.is_default)
          order by t.id), '[]')
        from catalog.tax_rates t where ${here(place, 't')} and ${isChanged('t')}),
      'stock', (select coalesce(json_agg(json_build_object('variantId', l.id, 'onHand', l.on_hand) order by l.id), '[]')
        from stock.stock_levels l where ${here(place, 'l')} and ${isChanged('l')}),
      'deletedIds', (select coalesce(json_agg(distinct d.id), '[]')
        from app.deletions d where ${here(place, 'd')} and d.noun in ('product', 'category', 'tax rate')
         and ${since === undefined ? sql`false` : sql`d.deleted_at >= ${since}::timestamptz`}))::text as text`)
  return text
}

/** A version of the whole catalog: changes when a row of it is created, changed or deleted. */
export async function catalogVersion(tx: Tx<'rows'>, place: Place): Promise<string> {
  const ofTable = (table: string) => sql`
    (select count(*) || '.' || coalesce(bit_xor(uuid_hash_extended(r.id, r.xmin::text::bigint)), 0)
       from ${sql.ref(table)} r where ${here(place, 'r')})`
  const tables = [
    'catalog.products',
    'catalog.variants',
    'catalog.barcodes',
    'catalog.categories',
    'catalog.tax_rates',
    'stock.stock_levels',
  ]
  const { version } = await tx.one(sql<{ version: string }>`
    select left(md5(concat_ws(' ', ${sql.join(tables.map(ofTable))})), 22) as version`)
  return version
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

const here = ({ merchantId, storeId }: Place, row: string) =>
  sql`${sql.ref(`${row}.merchant_id`)} = ${merchantId} and ${sql.ref(`${row}.store_id`)} = ${storeId}`

/** Variants and codes of the products of `wanted`. */
const itsParts = (place: Place): Sql => sql`
  own as materialized (
    select v.* from catalog.variants v where ${here(place, 'v')} and v.product_id in (select w.id from wanted w)),
  codes as materialized (
    select b.variant_id, json_agg(b.code order by b.code) as barcodes
      from catalog.barcodes b where ${here(place, 'b')} and b.variant_id in (select o.id from own o) group by b.variant_id),
  forms as materialized (
    select v.product_id, json_agg(json_build_object(
             'id', v.id, 'name', v.name, 'sku', v.sku, 'priceCentavos', v.price_centavos, 'isActive', v.is_active,
             'barcodes', coalesce(c.barcodes, '[]')) order by v.position, v.id) as variants
      from own v left join codes c on c.variant_id = v.id group by v.product_id)`

const productJson = sql`json_build_object(
  'id', p.id, 'categoryId', p.category_id, 'sku', p.sku, 'name', p.name, 'description', p.description,
  'picture', p.picture, 'kind', p.kind, 'priceCentavos', p.price_centavos, 'taxRateId', p.tax_rate_id,
  'isTaxIncluded', p.is_tax_included, 'unit', p.unit, 'tracksStock', p.tracks_stock, 'isPriceOpen', p.is_price_open, 'isActive', p.is_active,
  'variants', coalesce(f.variants, '[]'))`
