import type pg from 'pg'
import { closeShifts, type Place, writeSales } from './history-goods.ts'
import { type Clerk, type Good, pastOf, type Stage } from './history-plan.ts'
import { type BookedService, writeBooks, writeServices } from './history-services.ts'
import { writeStock } from './history-stock.ts'

/**
 * Gives the stores of a new demo weeks of history up to yesterday, so that reports have data: sales of goods
 * and services, shifts with their Z reports, deliveries, the wallet's statement, and rollups. What the
 * product cannot do in the past is inserted as it would have left it, with all invariants: postings balance,
 * levels equal their movements, numbers are consecutive. There are no audit entries and no events, since
 * nobody acted. A database with sales is left alone.
 */
export async function seedHistory(client: pg.Client, days: number): Promise<void> {
  const { rows } = await client.query<{ sold: boolean }>(
    'select exists (select from selling.sales_orders) or exists (select from vas.sales) as sold',
  )
  if (rows[0]?.sold === true || days === 0) return
  await client.query(idsOfThen)
  const stores = await storesOf(client, days)
  for (const merchantId of new Set(stores.map(({ place }) => place.merchantId))) {
    const booked: BookedService[] = []
    const own = stores.filter(({ place }) => place.merchantId === merchantId)
    for (const { place, stage } of own) booked.push(...(await seedStorePast(client, place, stage)))
    const firstAt = new Date((own[0]?.stage.daysMs[0] as number) - hourMs)
    await writeBooks(client, merchantId, booked, firstAt)
    await client.query('update platform.merchants set created_at = $2 where id = $1', [merchantId, firstAt])
  }
  for (const { place } of stores)
    await client.query('select from reporting.roll_up_store($1, $2, null, null)', [
      place.merchantId,
      place.storeId,
    ])
}

const hourMs = 3_600_000

async function seedStorePast(client: pg.Client, place: Place, stage: Stage): Promise<BookedService[]> {
  const past = pastOf(stage)
  await writeSales(client, place, past)
  await writeStock(client, place, stage.daysMs)
  const booked = await writeServices(client, place, past.services)
  await closeShifts(client, place, past.shifts)
  await client.query('update shop.stores set created_at = $3 where merchant_id = $1 and id = $2', [
    place.merchantId,
    place.storeId,
    new Date(stage.daysMs[0] as number),
  ])
  return booked
}

/** As app.uuid_v7, for a past time. */
const idsOfThen = `
  create function pg_temp.id_at(p_at timestamptz) returns uuid language sql volatile as $$
    select encode(set_bit(set_bit(
      overlay(uuid_send(gen_random_uuid()) placing substring(int8send(floor(extract(epoch from p_at) * 1000)::bigint) from 3)
              from 1 for 6), 52, 1), 53, 1), 'hex')::uuid $$`

async function storesOf(client: pg.Client, days: number): Promise<{ place: Place; stage: Stage }[]> {
  const { rows } = await client.query<{
    merchantId: string
    storeId: string
    code: string
    staff: (Clerk & { role: string })[]
    terminalIds: string[]
    goods: Good[]
    daysMs: number[]
  }>(
    `select s.merchant_id as "merchantId", s.id as "storeId", s.code,
            (select jsonb_agg(jsonb_build_object('membershipId', m.id, 'accountId', m.account_id, 'name', a.name, 'role', m.role)
                              order by a.name)
               from shop.memberships m join identity.accounts a on a.id = m.account_id
              where m.merchant_id = s.merchant_id and m.store_id = s.id) as staff,
            (select jsonb_agg(t.id order by t.name) from shop.terminals t
              where t.merchant_id = s.merchant_id and t.store_id = s.id) as "terminalIds",
            (select jsonb_agg(jsonb_build_object('variantId', v.id, 'isByWeight', p.unit <> 'PIECE') order by coalesce(v.sku, p.sku))
               from catalog.variants v join catalog.products p on p.merchant_id = v.merchant_id and p.id = v.product_id
              where v.merchant_id = s.merchant_id and v.store_id = s.id and v.is_active and p.is_active and p.tracks_stock) as goods,
            (select jsonb_agg((extract(epoch from d at time zone s.time_zone) * 1000)::bigint order by d)
               from generate_series(date_trunc('day', now() at time zone s.time_zone) - $1 * interval '1 day',
                                    date_trunc('day', now() at time zone s.time_zone) - interval '1 day',
                                    interval '1 day') d) as "daysMs"
       from shop.stores s order by s.merchant_id, s.code`,
    [days],
  )
  return rows.map(({ merchantId, storeId, staff, ...rest }) => {
    const cashiers = staff.filter(({ role }) => role === 'cashier')
    const clerks = cashiers.length > 0 ? cashiers : staff.slice(0, 1)
    return {
      place: { merchantId, storeId },
      stage: { ...rest, clerks, salesOfShift: rest.goods.length < 10 ? 5 : 9 },
    }
  })
}
