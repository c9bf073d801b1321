import type pg from 'pg'
import { v7 as uuid } from 'uuid'

/** Sold by weight, with the shop's own barcodes for its scale. */
const byWeight = [
  { name: 'Jitomate saladet', sku: 'FRU-001', priceCentavos: 3_490 },
  { name: 'Aguacate Hass', sku: 'FRU-002', priceCentavos: 7_900 },
]
/** Has three variants, none of which is the product itself. */
const sizes = {
  name: 'Playera de algodón',
  sku: 'ROP-001',
  priceCentavos: 12_900,
  forms: ['Chica', 'Mediana', 'Grande'],
}
/** Food and medicine pay 0 %, books are exempt (LIVA, articles 2-A and 9). */
const zeroRated = [
  'Leche',
  'Huevo',
  'Arroz',
  'Frijol',
  'Tortillas',
  'Azúcar',
  'Atún',
  'Aceite',
  'Agua',
  'Pan',
]
/** What the shop sells but never catalogued: its price is entered at the till. */
const uncatalogued = { name: 'Artículo común', sku: 'COM-001', priceCentavos: 0 }
const book = { name: 'Cuento infantil ilustrado', sku: 'LIB-001', priceCentavos: 8_500 }

/**
 * Adds stock to a demo store: several kinds of goods, one with an open price that cashiers may sell up to a limit,
 * barcodes, levels with a first delivery, and goods below their reorder point. Run as the owner.
 *
 * @param isGrocery also sells by weight, and shirts in three sizes
 */
export async function seedStock(
  client: pg.Client,
  merchantId: string,
  storeId: string,
  isGrocery: boolean,
): Promise<void> {
  const place = [merchantId, storeId]
  // The sets of a supervisor of the store while receiving goods.
  await client.query(
    `select set_config('app.creatable', s, true), set_config('app.updatable', s, true)
       from (select '{' || authz.set_of($1, $2, 'inventory') || '}' as s) x`,
    place,
  )
  const add = async (
    product: { name: string; sku: string; priceCentavos: number },
    more: Record<string, string>,
  ) => {
    const id = uuid()
    await client.query(
      `insert into catalog.products (merchant_id, id, store_id, permission_set, sku, name, price_centavos, unit, picture, tax_rate_id)
       values ($1, $3, $2, authz.set_of($1, $2, 'catalog'), $4, $5, $6, $7, $8,
               (select id from catalog.tax_rates where merchant_id = $1 and store_id = $2 and template_code = $9))`,
      [
        ...place,
        id,
        product.sku,
        product.name,
        product.priceCentavos,
        more['unit'] ?? 'PIECE',
        more['picture'],
        more['tax'],
      ],
    )
    return id
  }
  for (const product of isGrocery ? byWeight : [])
    await add(product, { unit: 'KILOGRAM', picture: 'basket', tax: 'IVA_0' })
  await add(book, { picture: 'notebook', tax: 'EXENTO' })
  const shirt = isGrocery ? await add(sizes, { picture: 'basket', tax: 'IVA_16' }) : undefined
  await client.query(
    `update catalog.products p set tax_rate_id = t.id from catalog.tax_rates t
      where p.merchant_id = $1 and p.store_id = $2 and t.merchant_id = $1 and t.store_id = $2
        and t.template_code = 'IVA_0' and split_part(p.name, ' ', 1) = any ($3)`,
    [...place, zeroRated],
  )
  await openPrice(client, place, await add(uncatalogued, { picture: 'basket', tax: 'IVA_16' }))
  await openVariants(client, place, shirt)
  await client.query(
    `update catalog.products set tracks_stock = true
      where merchant_id = $1 and store_id = $2 and kind = 'GOODS' and not is_price_open`,
    place,
  )
  await seedBarcodes(client, place)
  await deliver(client, place)
}

async function openPrice(client: pg.Client, place: readonly string[], productId: string): Promise<void> {
  await client.query(
    'update catalog.products set is_price_open = true where merchant_id = $1 and store_id = $2 and id = $3',
    [...place, productId],
  )
  await client.query(
    `update shop.stores set cashiers_sell_open_prices = true, open_price_limit_centavos = 20000
      where merchant_id = $1 and id = $2`,
    [...place],
  )
}

async function openVariants(
  client: pg.Client,
  place: readonly string[],
  shirt: string | undefined,
): Promise<void> {
  // As creating a product does: every product has a default variant.
  await client.query(
    `insert into catalog.variants (merchant_id, id, store_id, permission_set, product_id, is_active)
     select p.merchant_id, p.id, p.store_id, p.permission_set, p.id, p.id is distinct from $3 from catalog.products p
      where p.merchant_id = $1 and p.store_id = $2`,
    [...place, shirt ?? null],
  )
  for (const [position, name] of shirt === undefined ? [] : sizes.forms.entries()) {
    await client.query(
      `insert into catalog.variants (merchant_id, id, store_id, permission_set, product_id, name, sku, position)
       values ($1, $3, $2, authz.set_of($1, $2, 'catalog'), $4, $5, $6, $7)`,
      [...place, uuid(), shirt, name, `${sizes.sku}-${name[0]}`, position + 1],
    )
  }
}

/** Invented, in Mexico's range (750), with the check digit of every EAN-13. */
async function seedBarcodes(client: pg.Client, place: readonly string[]): Promise<void> {
  const { rows } = await client.query<{ id: string }>(
    `select v.id from catalog.variants v join catalog.products p on p.merchant_id = v.merchant_id and p.id = v.product_id
      where v.merchant_id = $1 and v.store_id = $2 and p.kind = 'GOODS' and v.is_active and not p.is_price_open
      order by coalesce(v.sku, p.sku)`,
    [...place],
  )
  for (const [no, { id }] of rows.entries()) {
    await client.query(
      `insert into catalog.barcodes (merchant_id, id, store_id, permission_set, variant_id, code)
       values ($1, $3, $2, authz.set_of($1, $2, 'catalog'), $4, $5)`,
      [...place, uuid(), id, ean13(`750100${String(100_000 + no)}`)],
    )
  }
}

function ean13(body: string): string {
  const sum = [...body].reduce((total, digit, place) => total + Number(digit) * (place % 2 === 0 ? 1 : 3), 0)
  return body + String((10 - (sum % 10)) % 10)
}

async function deliver(client: pg.Client, place: readonly string[]): Promise<void> {
  await client.query(
    `select stock.receive_goods($1, $2, $3, 'Abarrotera del Centro', 'Primera entrega',
       array_agg(v.id order by v.id),
       array_agg((case p.unit when 'KILOGRAM' then 18.5 else 12 + length(p.name) end)::numeric order by v.id),
       array_agg((p.price_centavos * 7 / 10)::bigint order by v.id), null)
       from catalog.variants v join catalog.products p on p.merchant_id = v.merchant_id and p.id = v.product_id
      where v.merchant_id = $1 and v.store_id = $2 and p.tracks_stock and v.is_active`,
    [...place, uuid()],
  )
  // Some goods are below their reorder point.
  await client.query(
    `select stock.set_reorder_points($1, $2, array_agg(low.id), array_agg(40::numeric)) from (
       select l.id from stock.stock_levels l where l.merchant_id = $1 and l.store_id = $2 order by l.on_hand, l.id limit 3) low`,
    [...place],
  )
}
