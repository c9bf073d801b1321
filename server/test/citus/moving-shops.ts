import type pg from 'pg'
import { expect } from 'vitest'
import { withPlaces } from '../../src/database/change-places.ts'
import { withClient } from '../../src/database/client.ts'
import { type RunningProduct, startProduct } from '../app.ts'
import { startCommand } from '../command.ts'
import { type Shop, type Tills, tillsOf } from '../till.ts'
import { type SaleStream, sellOn } from './sale-stream.ts'

export interface SellingShop extends Shop {
  readonly merchantId: string
  readonly product: string
}

export type MovingShops = Awaited<ReturnType<typeof startMovingShops>>

/** The product on a cluster whose first worker is the place `norte` and whose second is `primary`. */
export async function startMovingShops() {
  const app = await startProduct()
  const tills = tillsOf(app)
  const { rows } = await app.admin.query<{ address: string }>(
    `select nodename || ':' || nodeport as address from pg_dist_node where shouldhaveshards order by nodeport`,
  )
  const [norte = '', primary = ''] = rows.map(({ address }) => address)
  await withPlaces(app.adminUrl, ({ add }) => add('norte', [norte]))

  const one = async <R>(text: string, values: readonly unknown[] = []): Promise<R> =>
    (await app.admin.query(text, [...values])).rows[0] as R
  /** By its row, and by the routing of its rows. */
  const placesOf = (merchantId: string) =>
    one<{ named: string; place: string }>(
      'select database_id as named, platform.place_of(id) as place from platform.merchants where id = $1',
      [merchantId],
    )

  /** A shop with goods, whose rows are where its row says. */
  const shop = async (): Promise<SellingShop> => {
    const made = await tills.shop()
    const { merchantId } = made.store
    const { place } = await placesOf(merchantId)
    await app.admin.query('update platform.merchants set database_id = $2 where id = $1', [merchantId, place])
    return { ...made, merchantId, product: await tills.product(made.store, { stock: 100_000 }) }
  }

  const startMove = (merchantId: string, place: string) =>
    startCommand(['merchants', 'move', merchantId, place], { DATABASE_ADMIN_URL: app.adminUrl })

  return {
    ...{ app, tills, placesOf, shop, startMove },
    /** `host:port` of each place. */
    nodes: { norte, primary } as Readonly<Record<string, string>>,
    otherPlace: async (merchantId: string) =>
      (await placesOf(merchantId)).place === 'norte' ? 'primary' : 'norte',
    async move(merchantId: string, place: string) {
      const { said, exit } = startMove(merchantId, place)
      return { code: await exit, ...said }
    },
    /** One that sends keys, as a till does, and one that does not. */
    sell: (at: SellingShop): SaleStream[] => [
      sellOn({ app, tills, shop: at, product: at.product }),
      sellOn({ app, tills, shop: at, product: at.product }, false),
    ],
    nodesWith: (merchantId: string) => nodesWith(app, merchantId),
    onHand: (at: SellingShop) => onHand(app, at),
  }
}

export const movedTo = (merchantId: string, place: string) => ({
  code: 0,
  out: `The merchant ${merchantId} is at ${place} now.\n`,
  err: '',
})

/** A new shop whose rows are at the place, as its own row says. */
export async function shopAt(
  { admin, tills }: { readonly admin: pg.Pool; readonly tills: Tills },
  place: string,
): Promise<SellingShop> {
  for (;;) {
    const made = await tills.shop()
    const { merchantId } = made.store
    const { rows } = await admin.query<{ found: string }>('select platform.place_of($1) as found', [
      merchantId,
    ])
    const found = rows[0]?.found
    await admin.query('update platform.merchants set database_id = $2 where id = $1', [merchantId, found])
    if (found !== place) continue
    return { ...made, merchantId, product: await tills.product(made.store, { stock: 100_000 }) }
  }
}

/** The nodes that have orders of a merchant, each asked for what is in its own parts of the table. */
async function nodesWith(app: RunningProduct, merchantId: string): Promise<string[]> {
  const found: string[] = []
  for (const connectionString of app.nodes.slice(1))
    await withClient({ connectionString }, async (client) => {
      await client.query('set citus.override_table_visibility = off')
      const { rows: parts } = await client.query<{ name: string }>(
        `select c.oid::regclass::text as name from pg_class c
          where c.relnamespace = 'selling'::regnamespace and c.relkind = 'r' and c.relname ~ '^sales_orders_[0-9]+$'`,
      )
      for (const { name } of parts) {
        const { rowCount } = await client.query(`select from ${name} where merchant_id = $1 limit 1`, [
          merchantId,
        ])
        if (rowCount === 1) found.push(`127.0.0.1:${new URL(connectionString).port}`)
      }
    })
  return found
}

/** Asks the shop's own node alone. */
export async function onHand(
  app: Pick<RunningProduct, 'admin'>,
  { merchantId, product }: SellingShop,
): Promise<number> {
  const { rows } = await app.admin.query(
    'select on_hand from stock.stock_levels where merchant_id = $1 and id = $2',
    [merchantId, product],
  )
  return Number(rows[0]?.on_hand ?? 0)
}

/** What the streams of a shop were told is what is there: no request failed, and no sale is missing or there twice. */
export async function expectSold(
  app: RunningProduct,
  shop: SellingShop,
  streams: readonly SaleStream[],
  stockBefore: number,
): Promise<void> {
  const { merchantId } = shop
  await Promise.all(streams.map((each) => each.stop()))
  const refused = streams.flatMap((each) => each.refused)
  expect(refused.map(({ text }) => text).slice(0, 3)).toEqual([])
  const told = streams.flatMap((each) => each.orders)
  const { rows } = await app.admin.query<{ id: string }>(
    'select id from selling.sales_orders where merchant_id = $1 and id = any ($2)',
    [merchantId, told],
  )
  expect(rows.map(({ id }) => id).sort()).toEqual([...told].sort())
  expect(stockBefore - (await onHand(app, shop))).toBe(told.length)
  const { rows: counted } = await app.admin.query(
    `select count(*)::int as orders, count(distinct folio)::int as folios, count(distinct cart_id)::int as carts
       from selling.sales_orders where merchant_id = $1`,
    [merchantId],
  )
  const { orders } = counted[0]
  expect(counted).toEqual([{ orders, folios: orders, carts: orders }])
}
