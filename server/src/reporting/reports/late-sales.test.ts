import { randomUUID } from 'node:crypto'
import { pino } from 'pino'
import { beforeAll, expect, test } from 'vitest'
import type { App } from '../../../test/app.ts'
import { plannedBuffersOf } from '../../../test/buffers.ts'
import { recordsOf, tableOf } from '../../../test/exported.ts'
import { sharedProduct } from '../../../test/shared-product.ts'
import { type Shop, type Tills, tillsOf } from '../../../test/till.ts'
import { rollUpStores } from './nightly.ts'
import { groupings } from './schema.ts'

const silent = pino({ level: 'silent' })
let app: App
let tills: Tills
let shop: Shop
let coffee: string

beforeAll(async () => {
  app = await sharedProduct()
  tills = tillsOf(app)
  shop = await tills.shop()
  coffee = await tills.product(shop.store, { priceCentavos: 4_650 })
})

interface Moment {
  readonly day: string
  readonly hour: string
  readonly at: Date
}

/** Half past an hour of a past day at the store that is twelve hours away from the current one. */
async function momentOf(daysAgo: number): Promise<Moment> {
  const { rows } = await app.admin.query<Moment>(
    `select to_char(m, 'YYYY-MM-DD') as day, to_char(m, 'HH24') as hour, m at time zone 'America/Mexico_City' as at
       from (select date_trunc('day', n) - make_interval(days => $1)
                    + make_interval(hours => (extract(hour from n)::int + 12) % 24, mins => 30) as m
               from (select now() at time zone 'America/Mexico_City' as n) now) moment`,
    [daysAgo],
  )
  return rows[0] as Moment
}

/** A sale of a past day, held because its shift is closed; `accept` books it into the cashier's shift of today. */
async function heldSale(daysAgo = 1) {
  const sold = await momentOf(daysAgo)
  const cashier = await app.world.member(shop.store, 'cashier')
  const closed = await tills.openShift(cashier)
  await app.admin.query(
    `update shop.shifts set opened_at = $2::timestamptz - interval '1 day' where id = $1`,
    [closed, sold.at],
  )
  const close = await app.call(cashier, 'POST', `/pos/shifts/${closed}/close`, {
    denominations: { 50000: 1 },
  })
  expect(close.status, close.text).toBe(201)
  const held = await app.call(cashier, 'POST', '/pos/offline_sales', {
    id: randomUUID().replace(/^(.{14})4/, '$17'),
    storeId: shop.store.id,
    shiftId: closed,
    soldAt: sold.at.toISOString(),
    lines: [
      {
        variantId: coffee,
        productName: 'Café de olla',
        quantity: 1,
        unitPriceCentavos: 4_650,
        taxRateBps: 1_600,
        isTaxExempt: false,
        isTaxIncluded: true,
      },
    ],
    payments: [{ method: 'CASH', amountCentavos: 4_650 }],
  })
  expect(held.body.status, held.text).toBe('HELD')
  const shiftId = await tills.openShift(cashier)
  const accept = async () => {
    const accepted = await app.call(shop.supervisor, 'POST', `/pos/offline_sales/${held.body.id}/accept`, {
      isCashInDrawer: true,
    })
    expect(accepted.body.status, accepted.text).toBe('BOOKED')
    return accepted.body
  }
  return { sold, cashier, shiftId, accept }
}

const report = async (query: Record<string, string>) => {
  const answer = await app.call(
    shop.supervisor,
    'GET',
    `/pos/reports/sales?${new URLSearchParams({ storeId: shop.store.id, ...query })}`,
  )
  expect(answer.status, answer.text).toBe(200)
  return answer.body
}
const exported = async (query: Record<string, string>) =>
  recordsOf(
    await tableOf(
      app,
      shop.supervisor,
      `/pos/sales_orders/export?${new URLSearchParams({ storeId: shop.store.id, ...query })}`,
    ),
  )

test('a sale of yesterday that is accepted into today’s shift is in the figures and the file of that shift, as in its drawer', async () => {
  const { sold, cashier, shiftId, accept } = await heldSale()
  const { folio } = await accept()
  const drawer = (await app.call(shop.manager, 'GET', `/pos/shifts/${shiftId}/report`)).body.totals
  expect(drawer.sales).toMatchObject({ count: 1, totalCentavos: 4_650 })
  for (const [by, key] of [
    ['day', sold.day],
    ['cashier', cashier.membershipId],
    ['product', coffee],
    ['tax_rate', '1600'],
    ['method', 'CASH'],
  ] as const) {
    const { rows, totals } = await report({ by, shiftId })
    expect([by, rows], by).toMatchObject([by, [{ key, orderCount: 1, totalCentavos: 4_650 }]])
    expect(totals, by).toMatchObject({ orderCount: 1, totalCentavos: 4_650 })
  }
  expect((await exported({ shiftId })).map((row) => row['Folio'])).toEqual([folio])
})

test('a sale of yesterday that is handed in today has the hour and the time at which it was made, in reports, lists and files', async () => {
  const { sold, shiftId, accept } = await heldSale()
  const { orderId, folio } = await accept()
  const { rows } = await report({ by: 'hour', shiftId })
  expect(rows).toMatchObject([{ key: sold.hour, orderCount: 1, totalCentavos: 4_650 }])
  const order = (await app.call(shop.manager, 'GET', `/pos/sales_orders/${orderId}`)).body
  expect(order).toMatchObject({ soldAt: sold.at.toISOString(), soldOn: sold.day })
  expect(Date.parse(order.createdAt)).toBeGreaterThan(Date.parse(order.soldAt))
  const listed = await app.call(
    shop.manager,
    'GET',
    `/pos/sales_orders?storeId=${shop.store.id}&folio=${folio}`,
  )
  expect(listed.body.items).toMatchObject([{ id: orderId, soldAt: order.soldAt }])
  expect((await exported({ shiftId })).map((row) => row['Fecha'])).toEqual([`${sold.day} ${sold.hour}:30:00`])
})

test('a sale of a day that is written down is in every view of that day at once, and in a new version after the night', async () => {
  const { sold, accept } = await heldSale(9)
  const versions = async () =>
    (
      await app.call(
        shop.manager,
        'GET',
        `/pos/daily_sales_rollups?storeId=${shop.store.id}&businessOn=${sold.day}&isFinal=true`,
      )
    ).body.items.map((each: { version: number; totalCentavos: number }) => [each.version, each.totalCentavos])
  const seen = async () => {
    const views = groupings.filter((by) => by !== 'vas_kind')
    const reports = await Promise.all(views.map((by) => report({ by, from: sold.day, to: sold.day })))
    return reports.map(({ by, rows, totals }) => [
      by,
      rows.map((row: { totalCentavos: number }) => row.totalCentavos),
      totals.totalCentavos,
      totals.orderCount,
    ])
  }
  await app.call(shop.supervisor, 'POST', '/pos/daily_sales_rollups', {
    storeId: shop.store.id,
    businessOn: sold.day,
  })
  expect(await versions()).toEqual([[1, 0]])
  await accept()
  const everywhere = groupings.filter((by) => by !== 'vas_kind').map((by) => [by, [4_650], 4_650, 1])
  expect(await seen()).toEqual(everywhere)
  await rollUpStores(app.database, silent)
  expect(await versions()).toEqual([
    [2, 4_650],
    [1, 0],
  ])
  expect(await seen()).toEqual(everywhere)
  await rollUpStores(app.database, silent)
  expect(await versions()).toHaveLength(2)
})

test('the last day alone asks for that day', async () => {
  const { sold, accept } = await heldSale(5)
  const { folio } = await accept()
  const { rows } = await report({ by: 'day', to: sold.day })
  expect(rows).toMatchObject([{ key: sold.day, totalCentavos: 4_650 }])
  expect((await exported({ to: sold.day })).map((row) => row['Folio'])).toEqual([folio])
})

test('the year of a store that has sold nothing is not searched day by day', async () => {
  const { store } = await tills.shop()
  const client = await app.admin.connect()
  try {
    const pages = (from: string) =>
      plannedBuffersOf(client, `select from reporting.store_figures($1, $2, $3, '2026-12-31', null, 'day')`, [
        store.merchantId,
        store.id,
        from,
      ])
    // Each day that is searched costs some pages.
    expect(await pages('2026-01-01')).toBeLessThan((await pages('2026-12-31')) + 365)
  } finally {
    client.release()
  }
})
