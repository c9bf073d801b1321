import { pino } from 'pino'
import { beforeAll, expect, test } from 'vitest'
import { onOneDay } from '../../../test/one-day.ts'
import { sharedProduct } from '../../../test/shared-product.ts'
import { type Shop, type Tills, tillsOf } from '../../../test/till.ts'
import type { Person } from '../../../test/world.ts'
import { rollUpStores } from './nightly.ts'

// Services have no business day of their own: they belong to a day by their moment, in the store's time zone.
const silent = pino({ level: 'silent' })
let app: Awaited<ReturnType<typeof sharedProduct>>
let tills: Tills

onOneDay()
beforeAll(async () => {
  app = await sharedProduct()
  tills = tillsOf(app)
})

const sales = (who: Person, query: Record<string, string>) =>
  app.call(who, 'GET', `/pos/reports/sales?${new URLSearchParams({ by: 'day', ...query })}`)
const move = ({ store }: Shop, zone: string) =>
  app.admin.query('update shop.stores set time_zone = $2 where id = $1', [store.id, zone])
const dayIn = async (zone: string, daysAgo = 0) =>
  (await app.admin.query('select ((now() at time zone $1)::date - $2::int)::text as day', [zone, daysAgo]))
    .rows[0].day as string

/** A completed top-up at each of these moments: of 10^0, 10^1, … centavos. */
async function topUps({ store, cashier }: Shop, moments: readonly string[], amount = '10 ^ (no - 1)') {
  const { rows } = await app.admin.query(`select id from vas.products where kind = 'airtime' limit 1`)
  await app.admin.query(
    `insert into vas.sales (merchant_id, id, store_id, permission_set, folio, membership_id, account_id, cashier_name,
       product_id, kind, product_name, provider_name, provider_slug, provider_product_ref, is_ranged, amount_centavos,
       fee_centavos, commission_centavos, cost_centavos, wholesale_centavos, mode, status, phase, next_check_at,
       expected_by, created_at)
     select $1, app.uuid_v7(), $2, authz.set_of($1, $2, 'sales'), 'F' || no, $3, $4, 'Ana', $5, 'airtime', 'Recarga', 'X', 'x',
            'x', false, ${amount}, 0, 0, 1, 1, 'sandbox', 'COMPLETED', 'COMPLETED', now(), now(), at
       from unnest($6::timestamptz[]) with ordinality m (at, no)`,
    [store.merchantId, store.id, cashier.membershipId, cashier.id, rows[0].id, moments],
  )
}

test.each([
  // In 2026 clocks at the border go forward on 8 March and back on 1 November; those of the interior do not
  // change.
  [
    'America/Tijuana',
    '2026-03-08',
    ['2026-03-08T07:59:59Z', '2026-03-08T08:00:00Z', '2026-03-09T06:59:59Z', '2026-03-09T07:00:00Z'],
  ],
  [
    'America/Tijuana',
    '2026-11-01',
    ['2026-11-01T06:59:59Z', '2026-11-01T07:00:00Z', '2026-11-02T07:59:59Z', '2026-11-02T08:00:00Z'],
  ],
  [
    'America/Mexico_City',
    '2026-03-08',
    ['2026-03-08T05:59:59Z', '2026-03-08T06:00:00Z', '2026-03-09T05:59:59Z', '2026-03-09T06:00:00Z'],
  ],
])('a day in %s on %s begins and ends at its midnights', async (zone, day, moments) => {
  const place = await tills.shop()
  await move(place, zone)
  await topUps(place, moments)
  const period = { storeId: place.store.id, from: day, to: day }
  const live = (await sales(place.supervisor, period)).body
  expect(live.totals.vasAmountCentavos).toBe(10 + 100)
  const rolledUp = await app.call(place.supervisor, 'POST', '/pos/daily_sales_rollups', {
    storeId: place.store.id,
    businessOn: day,
  })
  expect(rolledUp.body).toMatchObject({ isFinal: day < (await dayIn(zone)), vasAmountCentavos: 110 })
  expect((await sales(place.supervisor, period)).body).toEqual(live)
})

test('after a change of the store’s time zone every service is in one day, before and after the night', async () => {
  const [before, after] = ['America/Mexico_City', 'America/Tijuana'] as const
  const place = await tills.shop()
  const hours = Array.from({ length: 24 * 6 }, (_, no) =>
    new Date(Date.now() - (no + 1) * 3_600_000).toISOString(),
  )
  await topUps(place, hours, '1')
  await app.admin.query('update shop.stores set created_at = $2 where id = $1', [
    place.store.id,
    new Date(Date.now() - 7 * 86_400_000),
  ])
  const period = { storeId: place.store.id, from: await dayIn(after, 8), to: await dayIn(before) }
  const counted = async () => {
    const { totals, rows } = (await sales(place.supervisor, period)).body
    return [totals.vasCount, rows.reduce((sum: number, row: { vasCount: number }) => sum + row.vasCount, 0)]
  }
  await rollUpStores(app.database, silent)
  expect(await counted()).toEqual([hours.length, hours.length])
  await move(place, after)
  expect(await counted(), 'before the night').toEqual([hours.length, hours.length])
  await rollUpStores(app.database, silent)
  const { rows } = await app.admin.query(
    `select distinct on (business_on) time_zone from reporting.daily_sales_rollups where store_id = $1
      order by business_on, version desc`,
    [place.store.id],
  )
  expect(new Set(rows.map((row) => row.time_zone))).toEqual(new Set([after]))
  expect(await counted(), 'after it').toEqual([hours.length, hours.length])
  expect(await rollUpStores(app.database, silent)).toMatchObject({ written: 0 })
})
