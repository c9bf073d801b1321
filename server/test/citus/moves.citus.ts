import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withClient } from '../../src/database/client.ts'
import { patient } from '../patience.ts'
import { expectSold, type MovingShops, movedTo, type SellingShop, startMovingShops } from './moving-shops.ts'

let shops: MovingShops
let moving: SellingShop
let staying: SellingShop

beforeAll(async () => {
  shops = await startMovingShops()
  moving = await shops.shop()
  staying = await shops.shop()
})
afterAll(() => shops.app.close())

test.each(['with a part of the tables that is made for it', 'back, with the part that it has'])(
  'a merchant moves %s while it and another one sell',
  async () => {
    const { merchantId } = moving
    const place = await shops.otherPlace(merchantId)
    const selling = await Promise.all(
      [moving, staying].map(async (shop) => ({
        shop,
        stock: await shops.onHand(shop),
        streams: shops.sell(shop),
      })),
    )
    const counts = () => selling.flatMap(({ streams }) => streams.map((each) => each.count()))
    const goneOn = (from: readonly number[]) =>
      expect
        .poll(() => counts().every((count, no) => count > (from[no] ?? 0) + 3), { timeout: patient(20_000) })
        .toBe(true)
    await goneOn([])

    expect(await shops.move(merchantId, place)).toEqual(movedTo(merchantId, place))

    await goneOn(counts())
    for (const { shop, stock, streams } of selling) await expectSold(shops.app, shop, streams, stock)
    expect(await shops.placesOf(merchantId)).toEqual({ named: place, place })
    expect(await shops.nodesWith(merchantId)).toEqual([shops.nodes[place]])
  },
  patient(90_000),
)

test('a move is a job, an entry in the audit log, and an event', async () => {
  const { merchantId } = moving
  const rowsOf = async (text: string) => (await shops.app.admin.query(text, [merchantId])).rows
  const jobs = await rowsOf(
    `select status, attempts, from_place, to_place, ended_at > started_at as "isTimed" from platform.merchant_moves
      where merchant_id = $1 order by id`,
  )
  const { place: home } = await shops.placesOf(merchantId)
  const away = await shops.otherPlace(merchantId)
  const job = { status: 'DONE', attempts: 1, isTimed: true }
  expect(jobs).toEqual([
    { ...job, from_place: home, to_place: away },
    { ...job, from_place: away, to_place: home },
  ])
  const entries = await rowsOf(
    `select entity_id, before, after, user_id from audit.log
      where merchant_id = $1 and action = 'merchant.moved' order by id`,
  )
  const at = (databaseId: string) => ({ databaseId })
  const entry = { entity_id: merchantId, user_id: null }
  expect(entries).toEqual([
    { ...entry, before: at(home), after: at(away) },
    { ...entry, before: at(away), after: at(home) },
  ])
  const events = await rowsOf(
    `select payload, permission_set, store_id from events.events
      where merchant_id = $1 and type = 'merchant.moved' order by id`,
  )
  const event = { permission_set: null, store_id: null }
  expect(events).toEqual([
    { ...event, payload: { merchantId, databaseId: away } },
    { ...event, payload: { merchantId, databaseId: home } },
  ])
})

test('the part of the tables that was made for it has the rights, policies and keys of the others', async () => {
  const described = await Promise.all(
    shops.app.nodes.slice(1).map((connectionString) => withClient({ connectionString }, partsOf)),
  )
  const parts = described.flat()
  expect(parts.length).toBeGreaterThan(4)
  expect(new Set(parts.map(({ words }) => words)).size).toBe(1)
})

/** What holds for each part of a table on a node, without the numbers of parts. */
async function partsOf(client: pg.Client): Promise<{ words: string }[]> {
  await client.query('set citus.override_table_visibility = off')
  const { rows } = await client.query<{ words: string }>(`
    select regexp_replace(concat_ws(E'\\n', c.relrowsecurity, c.relforcerowsecurity, c.relowner::regrole, c.relacl,
      (select string_agg(concat_ws(' ', p.polname, p.polcmd, p.polroles::text, pg_get_expr(p.polqual, p.polrelid),
                                   pg_get_expr(p.polwithcheck, p.polrelid)), E'\\n' order by p.polname)
         from pg_policy p where p.polrelid = c.oid),
      (select string_agg(concat_ws(' ', a.attname, a.attacl), E'\\n' order by a.attname)
         from pg_attribute a where a.attrelid = c.oid and a.attnum > 0),
      (select string_agg(pg_get_constraintdef(k.oid), E'\\n' order by pg_get_constraintdef(k.oid))
         from pg_constraint k where k.conrelid = c.oid),
      (select string_agg(pg_get_indexdef(i.indexrelid), E'\\n' order by pg_get_indexdef(i.indexrelid))
         from pg_index i where i.indrelid = c.oid)), '_1[0-9]{5}', '', 'g') as words
      from pg_class c
     where c.relnamespace = 'selling'::regnamespace and c.relkind = 'r' and c.relname ~ '^sales_orders_[0-9]+$'`)
  return rows
}
