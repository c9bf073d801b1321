import { validate as isUuid } from 'uuid'
import type { Item, Place } from '../../collections/collection.ts'
import type { StorePlace } from '../../collections/each-place.ts'
import { scopeOf } from '../../collections/scope.ts'
import { type Sql, sql } from '../../database/sql.ts'
import type { Tx } from '../../database/tx.ts'
import { Problem } from '../../problem/problem.ts'
import type { TaxRateTemplate } from './schema.ts'

/**
 * Refuses a category that would be its own ancestor. Moves within one store are serialized, since two that
 * are valid alone can form a cycle together.
 *
 * @throws Problem `invalid_request`
 */
export async function assertTree(tx: Tx<'rows'>, category: Item): Promise<void> {
  const { id, parentId, storeId } = category as Item & { storeId: string }
  if (parentId === null) return
  const [merchantId] = scopeOf(tx, storeId).merchantIds
  await tx.rows(sql`select pg_advisory_xact_lock(hashtextextended(${`category tree|${storeId}`}, 0))`)
  const circle = await tx.first(sql`
    with recursive above as (
      select c.merchant_id, c.store_id, c.parent_id from catalog.categories c
       where c.merchant_id = ${merchantId ?? null} and c.id = ${id}
      union
      select c.merchant_id, c.store_id, c.parent_id from catalog.categories c
        join above a on c.merchant_id = a.merchant_id and c.store_id = a.store_id and c.id = a.parent_id
       where c.merchant_id = ${merchantId ?? null})
    select from above where parent_id = ${id} limit 1`)
  if (circle === undefined) return
  throw new Problem('invalid_request', {
    errors: [{ path: '/parentId', message: 'would put the category below itself' }],
  })
}

type Removed = Pick<Place, 'merchantId' | 'id'>

/** Products with a variant or a barcode that contains this text. */
export function productsByCode(pattern: Sql, place: StorePlace): Sql {
  return sql`
    select v.product_id from catalog.variants v
     where v.merchant_id = ${place.merchantId} and v.store_id = ${place.storeId} and v.id <> v.product_id
       and v.search_text like ${pattern}
    union all
    select v.product_id from catalog.barcodes b
      join catalog.variants v on v.merchant_id = b.merchant_id and v.store_id = b.store_id and v.id = b.variant_id
     where b.merchant_id = ${place.merchantId} and b.store_id = ${place.storeId} and b.code_key like ${pattern}`
}

/**
 * Refuses a SKU that a product and a variant of another product would share: the two tables have separate
 * unique keys. A concurrent writer of the same SKU waits, and then sees what the first has written.
 *
 * @throws Problem `duplicate_value`
 */
export async function assertFreeSku(tx: Tx<'rows'>, item: Item): Promise<void> {
  const { sku, storeId, productId } = item as Item & { sku: string | null; storeId: string }
  if (sku === null) return
  const { merchantIds } = scopeOf(tx, storeId)
  const others = productId === undefined ? sql.ref('catalog.variants') : sql.ref('catalog.products')
  await tx.rows(sql`select pg_advisory_xact_lock(hashtextextended(${`sku|${storeId}|${sku}`}, 0))`)
  const taken = await tx.first(sql`
    select from ${others} where merchant_id = any (${merchantIds}::uuid[]) and store_id = ${storeId} and sku = ${sku}`)
  if (taken === undefined) return
  throw new Problem('duplicate_value', {
    detail: productId === undefined ? 'A variant already has this sku.' : 'A product already has this sku.',
    errors: [{ path: '/sku', message: 'is taken by another record' }],
  })
}

/** Refuses a photo that is no file of the same store's catalog. @throws Problem `invalid_request` */
export async function assertOwnPhoto(tx: Tx<'rows'>, item: Item): Promise<void> {
  const { picture, storeId } = item as Item & { picture: string | null; storeId: string }
  if (picture === null || !isUuid(picture)) return
  // Whoever may write the record works in its store.
  for (const { merchantId } of scopeOf(tx, storeId).places) {
    const { isHeld } = await tx.one(sql<{ isHeld: boolean }>`
      select catalog.hold_photo(${merchantId}, ${storeId}, ${picture}) as "isHeld"`)
    if (isHeld) return
  }
  throw new Problem('invalid_request', {
    errors: [{ path: '/picture', message: 'is not a picture uploaded for the catalog of this store' }],
  })
}

/** Deletes the photo of a product that gets another picture, or none, unless something else shows it. */
export async function dropPhoto(
  tx: Tx<'rows'>,
  { merchantId, id }: Place,
  values: Readonly<Record<string, unknown>>,
): Promise<void> {
  if (!('picture' in values)) return
  await tx.rows(sql`select catalog.drop_photo(${merchantId}, ${id}, ${values['picture'] as string | null})`)
}

/** The same for a product that is deleted. */
export async function dropLastPhoto(tx: Tx<'rows'>, { merchantId, id }: Removed): Promise<void> {
  await tx.rows(sql`select catalog.drop_photo(${merchantId}, ${id}, null)`)
}

/** Creates the default variant of a new product. */
export async function openOwnVariant(tx: Tx<'rows'>, { merchantId, storeId, id }: Place): Promise<void> {
  await tx.rows(sql`
    insert into catalog.variants (merchant_id, id, store_id, permission_set, product_id)
    values (${merchantId}, ${id}, ${storeId}, authz.set_of(${merchantId}, ${storeId}, 'catalog'), ${id})`)
}

interface Part {
  readonly id: string
  readonly storeId: string
  readonly permissionSet: number
  readonly noun: string
  readonly parentId: string
}

/**
 * Records the ids of variants and barcodes that are deleted with a product, and of barcodes that are deleted
 * with a variant.
 */
export async function rememberParts(tx: Tx<'rows'>, { merchantId, id }: Removed): Promise<void> {
  const isGone = sql`v.merchant_id = ${merchantId} and (v.product_id = ${id} or v.id = ${id})
    and v.permission_set = any ((select app.deletable_sets())::int[])`
  const parts = await tx.rows(sql<Part>`
    select v.id, v.store_id as "storeId", v.permission_set as "permissionSet", 'variant' as noun, v.product_id as "parentId"
      from catalog.variants v where ${isGone} and v.product_id = ${id}
    union all
    select b.id, v.store_id, v.permission_set, 'barcode', v.product_id
      from catalog.variants v
      join catalog.barcodes b on b.merchant_id = v.merchant_id and b.store_id = v.store_id and b.variant_id = v.id
     where ${isGone}`)
  await tx.rows(sql`
    insert into app.deletions (merchant_id, id, store_id, permission_set, noun, parent_id)
    select ${merchantId}, p.id, p."storeId", p."permissionSet", p.noun, p."parentId"
      from jsonb_to_recordset(${JSON.stringify(parts)}::jsonb)
           p (id uuid, "storeId" uuid, "permissionSet" int, noun text, "parentId" uuid)
    returning id`)
}

/** Records the old price of a product or a variant before it changes. */
export async function keepPrice(
  tx: Tx<'rows'>,
  { merchantId, storeId, id }: Place,
  values: Readonly<Record<string, unknown>>,
): Promise<void> {
  if (!('priceCentavos' in values)) return
  const changes = [{ id, priceCentavos: values['priceCentavos'] }]
  await tx.rows(sql`select catalog.keep_prices(${merchantId}, ${storeId}, ${JSON.stringify(changes)}::jsonb)`)
}

/** Refuses a kind or unit in which the stock of a product would be wrong. @throws Problem `invalid_request` */
export async function assertFitsStock(
  tx: Tx<'rows'>,
  { merchantId, storeId, id }: Place,
  { kind = null, unit = null }: Readonly<Record<string, unknown>>,
): Promise<void> {
  if (kind === null && unit === null) return
  const barred = await tx.rows(sql<{ field: 'kind' | 'unit' }>`
    select field from stock.barred_by_stock(${merchantId}, ${storeId}, ${[id]}::uuid[], ${kind as string | null},
                                            ${unit as string | null})`)
  if (barred.length === 0) return
  const messages = {
    kind: 'cannot be changed while chips of it are in stock',
    unit: 'cannot be PIECE while a fraction of it is in stock, in transit or the difference of an open count',
  }
  throw new Problem('invalid_request', {
    errors: barred.map(({ field }) => ({ path: `/${field}`, message: messages[field] })),
  })
}

/** Stamps the variant that a barcode is removed from, so that its product is listed as changed. */
export async function stampVariant(tx: Tx<'rows'>, { merchantId, id }: Removed): Promise<void> {
  await tx.rows(sql`
    update catalog.variants v set updated_at = app.clock() from catalog.barcodes b
     where b.merchant_id = ${merchantId} and b.id = ${id}
       and v.merchant_id = b.merchant_id and v.store_id = b.store_id and v.id = b.variant_id`)
}

/**
 * Removes the default from its current rate, for the rate that is to have it. Concurrent requests wait for
 * each other. Country rates cannot be changed: a store creates its own.
 *
 * @throws Problem `invalid_request`
 */
export async function prepareRate(
  tx: Tx<'rows'>,
  { merchantId, storeId, id }: Place,
  values: Readonly<Record<string, unknown>>,
): Promise<void> {
  if ('rateBps' in values || 'isExempt' in values) await assertOwnRate(tx, merchantId, id, values)
  if (values['isDefault'] !== true) return
  await tx.rows(sql`select pg_advisory_xact_lock(hashtextextended(${`default tax|${storeId}`}, 0))`)
  const before = await tx.first(sql<{ id: string }>`
    update catalog.tax_rates set is_default = false, updated_at = app.clock()
     where merchant_id = ${merchantId} and store_id = ${storeId} and is_default and id <> ${id}
    returning id`)
  if (before === undefined) return
  await tx.rows(sql`
    select audit.record_at(${merchantId}, ${storeId}, 'tax rate.updated', 'tax rate', ${before.id}, '{"isDefault": true}',
                           '{"isDefault": false}')`)
}

async function assertOwnRate(
  tx: Tx<'rows'>,
  merchantId: string,
  id: string,
  values: Readonly<Record<string, unknown>>,
): Promise<void> {
  const given = await tx.first(sql`
    select from catalog.tax_rates where merchant_id = ${merchantId} and id = ${id} and template_code is not null`)
  if (given === undefined) return
  const errors = ['rateBps', 'isExempt']
    .filter((field) => field in values)
    .map((field) => ({
      path: `/${field}`,
      message: 'cannot be changed on a country rate: create your own rate',
    }))
  throw new Problem('invalid_request', { errors })
}

/** Refuses to leave a store without a default rate. @throws Problem `invalid_request` */
export async function assertDefaultRate(tx: Tx<'rows'>, item: Item): Promise<void> {
  const { isDefault, storeId } = item as Item & { isDefault: boolean; storeId: string }
  if (isDefault) return
  const { merchantIds } = scopeOf(tx, storeId)
  const other = await tx.first(sql`
    select from catalog.tax_rates
     where merchant_id = any (${merchantIds}::uuid[]) and store_id = ${storeId} and is_default`)
  if (other !== undefined) return
  throw new Problem('invalid_request', {
    errors: [{ path: '/isDefault', message: 'cannot be removed: make another rate the default' }],
  })
}

/** The country's taxes. */
export function taxRateTemplates(tx: Tx<'authenticated'>): Promise<TaxRateTemplate[]> {
  return tx.rows(sql<TaxRateTemplate>`
    select code, name, rate_bps as "rateBps", is_exempt as "isExempt" from catalog.tax_rate_templates order by position`)
}
