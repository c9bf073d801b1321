import type pg from 'pg'
import { beforeAll, expect, test } from 'vitest'
import type { App } from './app.ts'
import { sharedProduct } from './shared-product.ts'
import { tillsOf } from './till.ts'
import type { Store } from './world.ts'

let app: App
let store: Store
let sold: string
beforeAll(async () => {
  app = await sharedProduct()
  const tills = tillsOf(app)
  ;({ store } = await tills.shop())
  sold = await tills.product(store, { stock: 0 })
})

/** Rows of goods that this transaction has read, by table. */
async function readings(client: pg.PoolClient): Promise<Record<string, number>> {
  const { rows } = await client.query(
    `select relname as "table", (seq_tup_read + idx_tup_fetch)::int as "rowsRead" from pg_stat_xact_user_tables
      where relid in ('catalog.products'::regclass, 'catalog.variants'::regclass, 'stock.stock_levels'::regclass)`,
  )
  return Object.fromEntries(rows.map(({ table, rowsRead }) => [table, rowsRead]))
}

// Of the goods of one store PostgreSQL expects few, so a join would read them all, in any store.
test.each([
  ['a cart', 'select selling.goods_of($1, $2, $4)', { products: 1, variants: 1, stock_levels: 0 }],
  [
    'an offline sale',
    'select selling.offline_lines($1, $2, $4)',
    { products: 1, variants: 1, stock_levels: 0 },
  ],
  [
    'a delivery',
    'select stock.assert_stock_lines($1, $2, array[$3::uuid], array[1.0])',
    { products: 1, variants: 1, stock_levels: 0 },
  ],
  // Its level three times: whether it is there, its lock, its change. Its variant twice: for what it is, for the key of the movement.
  [
    'a movement',
    `select stock.move_stock($1, $2, 'SALE', null, null, array[$3::uuid], array[-1.0])`,
    { products: 0, variants: 2, stock_levels: 3 },
  ],
])('%s reads the goods of its lines, and none of the others that the store has', async (_, statement, reads) => {
  const client = await app.admin.connect()
  try {
    await client.query('begin')
    await client.query(
      `with copied as (
         insert into catalog.products (merchant_id, id, store_id, permission_set, name, price_centavos)
         select p.merchant_id, app.uuid_v7(), p.store_id, p.permission_set, p.name || i, p.price_centavos
           from catalog.products p join catalog.variants v on v.merchant_id = p.merchant_id and v.product_id = p.id,
                generate_series(1, 300) i
          where v.id = $1
         returning *)
       insert into catalog.variants (merchant_id, id, store_id, permission_set, product_id)
       select merchant_id, id, store_id, permission_set, id from copied on conflict do nothing`,
      [sold],
    )
    await client.query(
      `insert into stock.stock_levels (merchant_id, id, store_id, permission_set, on_hand)
       select merchant_id, id, store_id, authz.set_of(merchant_id, store_id, 'inventory'), 5
         from catalog.variants where merchant_id = $1 and store_id = $2`,
      [store.merchantId, store.id],
    )
    // Another session's new statistics would have it planned again between the two readings.
    await client.query(
      `lock table catalog.products, catalog.variants, catalog.barcodes, catalog.tax_rates, stock.stock_levels
         in share update exclusive mode`,
    )
    await client.query('set local plan_cache_mode = force_generic_plan')
    const line = {
      variantId: sold,
      quantity: 1,
      unitPriceCentavos: 100,
      taxRateBps: 0,
      isTaxExempt: false,
      isTaxIncluded: true,
    }
    const ask = () =>
      client.query(
        `select asked.* from (${statement}) asked, (select $1::uuid, $2::uuid, $3::uuid, $4::jsonb) given`,
        [store.merchantId, store.id, sold, JSON.stringify([line])],
      )
    // The first time it is planned: with statistics, PostgreSQL reads the ends of indexes for that.
    await ask()
    const before = await readings(client)
    await ask()
    const after = await readings(client)
    expect(
      Object.fromEntries(
        Object.entries(after).map(([table, rowsRead]) => [table, rowsRead - (before[table] ?? 0)]),
      ),
    ).toEqual(reads)
  } finally {
    await client.query('rollback')
    client.release()
  }
})
