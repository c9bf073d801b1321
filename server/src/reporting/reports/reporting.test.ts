import { pino } from 'pino'
import { beforeAll, describe, expect, test } from 'vitest'
import { onOneDay } from '../../../test/one-day.ts'
import { sharedProduct } from '../../../test/shared-product.ts'
import { type Shop, type Tills, tillsOf } from '../../../test/till.ts'
import type { Member, Merchant, Person, Store } from '../../../test/world.ts'
import { rollUpStores } from './nightly.ts'
import { groupings, measureNames } from './schema.ts'

const silent = pino({ level: 'silent' })
let app: Awaited<ReturnType<typeof sharedProduct>>
let tills: Tills
let merchant: Merchant
let shop: Shop
let other: Shop
let second: Member
let coffee: string
let cheese: string

onOneDay()
beforeAll(async () => {
  app = await sharedProduct()
  tills = tillsOf(app)
  merchant = await app.world.merchant()
  await app.admin.query('update platform.merchants set is_verified = true where id = $1', [merchant.id])
  await app.world.fund(merchant.id, 1_000_000)
  shop = await tills.shop(merchant)
  other = await tills.shop(merchant)
  second = await app.world.member(shop.store, 'cashier')
  await tills.openShift(second)
  await tills.openShift(shop.supervisor)
  await app.admin.query('update shop.stores set cash_rounding_centavos = 50 where id = $1', [shop.store.id])
  coffee = await tills.product(shop.store, { priceCentavos: 4_650, stock: 100 })
  cheese = await tills.product(shop.store, {
    name: 'Queso Oaxaca',
    unit: 'KILOGRAM',
    priceCentavos: 18_990,
    tax: 'IVA_0',
    stock: 50,
  })
  await app.admin.query('update catalog.products set cost_centavos = 2000 where id = $1', [coffee])
  await aDay()
})

const sales = (who: Person | undefined, query: Record<string, string> = {}) =>
  app.call(who, 'GET', `/pos/reports/sales?${new URLSearchParams({ by: 'day', ...query })}`)
const rollUp = (who: Person | undefined, businessOn: string, storeId = shop.store.id) =>
  app.call(who, 'POST', '/pos/daily_sales_rollups', { storeId, businessOn })
const today = async () =>
  (await app.admin.query(`select (now() at time zone 'America/Mexico_City')::date::text as day`)).rows[0]
    .day as string
const yesterday = async () =>
  (await app.admin.query(`select ((now() at time zone 'America/Mexico_City')::date - 1)::text as day`))
    .rows[0].day as string

/** Two cashiers sell goods and airtime, and the supervisor makes a return; the other store has one sale. */
async function aDay(): Promise<void> {
  const cart = await tills.cart(shop.cashier, [
    { variantId: coffee, quantity: 2 },
    { variantId: cheese, quantity: 0.755 },
  ])
  const sold = await tills.finalize(shop.cashier, cart, [
    { method: 'CARD', amountCentavos: 10_000 },
    { method: 'CASH', amountCentavos: 13_650, tenderedCentavos: 20_000 },
  ])
  if (sold.status !== 201) throw new Error(sold.text)
  await tills.sale(second, [{ variantId: coffee }])
  const back = await app.call(shop.supervisor, 'POST', `/pos/sales_orders/${sold.body.order.id}/refunds`, {
    type: 'RETURN',
    reason: 'No le gustó',
    lines: [{ lineItemId: sold.body.order.lines[0].id, quantity: 1 }],
    payments: [{ method: 'CASH', amountCentavos: 4_650 }],
  })
  if (back.status !== 201) throw new Error(back.text)
  const { rows } = await app.admin.query(
    `select p.id from vas.products p join vas.providers v on v.id = p.provider_id
      where v.name = 'Telcel' and p.amount_centavos = 10000 and p.subkind = 'topup'`,
  )
  const order = { storeId: shop.store.id, productId: rows[0].id, reference: '5512345600' }
  const airtime = await app.call(second, 'POST', '/vas/sale', order, { prefer: 'wait=10' })
  if (airtime.body.status !== 'COMPLETED') throw new Error(airtime.text)
  const tea = await tills.product(other.store, { name: 'Té', priceCentavos: 1_000 })
  await tills.sale(other.cashier, [{ variantId: tea }])
}

const ofShop = () => ({ storeId: shop.store.id })

describe('the figures of a store', () => {
  test('add up its orders, refunds and services', async () => {
    const report = await sales(shop.supervisor)
    expect(report.status, report.text).toBe(200)
    expect(report.body).toMatchObject({ by: 'day', shiftId: null, storeCount: 1, rowCount: 1 })
    expect(report.body.rows).toEqual([{ key: await today(), label: null, ...report.body.totals }])
    expect(report.body.totals).toEqual({
      orderCount: 2,
      itemQuantity: 3.755,
      grossCentavos: 28_287,
      discountCentavos: 0,
      totalCentavos: 28_287,
      taxCentavos: 1_283 + 641,
      netCentavos: 28_287 - 1_283 - 641,
      roundingCentavos: 13,
      costCentavos: 6_000,
      refundCount: 1,
      refundCentavos: 4_650,
      refundTaxCentavos: 642,
      refundRoundingCentavos: 0,
      refundCostCentavos: 2_000,
      vasCount: 1,
      vasAmountCentavos: 10_000,
      vasFeeCentavos: 0,
      vasCommissionCentavos: 412,
      vasPendingCount: 0,
      vasPendingCentavos: 0,
    })
  })

  test.each([
    [
      'product',
      [
        ['Queso Oaxaca', 14_337, 0],
        ['Café de olla', 13_950, 4_650],
      ],
    ],
    [
      'cashier',
      () => [
        [shop.cashier.name, 23_637, 0],
        [second.name, 4_650, 0],
        [shop.supervisor.name, 0, 4_650],
      ],
    ],
    ['store', () => [[shop.store.name, 28_287, 4_650]]],
    ['category', [[null, 28_287, 4_650]]],
  ] as const)('by %s', async (by, expected) => {
    const { body } = await sales(shop.supervisor, { by })
    const rows = body.rows.map(
      (row: Record<string, unknown>) => [row.label, row.totalCentavos, row.refundCentavos] as const,
    )
    const wanted = typeof expected === 'function' ? expected() : expected
    expect(new Set(rows.map(String))).toEqual(new Set(wanted.map(String)))
  })

  test('by payment method, by rate and by kind of service', async () => {
    const byMethod = (await sales(shop.supervisor, { by: 'method' })).body.rows
    expect(byMethod).toMatchObject([
      {
        key: 'CASH',
        orderCount: 2,
        totalCentavos: 18_300,
        refundCentavos: 4_650,
        vasAmountCentavos: 10_000,
        taxCentavos: null,
      },
      { key: 'CARD', orderCount: 1, totalCentavos: 10_000, refundCentavos: 0, vasAmountCentavos: 0 },
    ])
    const byRate = (await sales(shop.supervisor, { by: 'tax_rate' })).body.rows
    expect(byRate).toMatchObject([
      { key: '0', totalCentavos: 14_337, taxCentavos: 0, netCentavos: 14_337 },
      { key: '1600', totalCentavos: 13_950, taxCentavos: 1_924, refundTaxCentavos: 642, vasCount: null },
    ])
    expect((await sales(shop.supervisor, { by: 'vas_kind' })).body.rows).toMatchObject([
      { key: 'airtime', vasCount: 1, vasAmountCentavos: 10_000, orderCount: null },
    ])
  })

  test.each(
    groupings.filter((by) => by !== 'vas_kind'),
  )('by %s, the lines add up to the total', async (by) => {
    const { rows, totals } = (await sales(shop.supervisor, { by })).body
    for (const measure of ['totalCentavos', 'refundCentavos'])
      expect(
        rows.reduce((sum: number, row: Record<string, number>) => sum + (row[measure] ?? 0), 0),
        measure,
      ).toBe(totals[measure])
    expect(totals).toMatchObject(
      by === 'method'
        ? { totalCentavos: 28_300, roundingCentavos: null }
        : { totalCentavos: 28_287, roundingCentavos: 13 },
    )
  })

  test('have the rounding of a cash refund apart, so that refunded goods add up by every key', async () => {
    const own = await tills.shop()
    await app.admin.query('update shop.stores set cash_rounding_centavos = 50 where id = $1', [own.store.id])
    const cake = await tills.product(own.store, { priceCentavos: 4_637 })
    const cart = await tills.cart(own.cashier, [{ variantId: cake, quantity: 2 }])
    const sold = await tills.finalize(own.cashier, cart, [{ method: 'CASH', amountCentavos: 9_250 }])
    expect(sold.status, sold.text).toBe(201)
    await tills.openShift(own.supervisor)
    const refund = {
      type: 'RETURN',
      reason: 'No le gustó',
      lines: [{ lineItemId: sold.body.order.lines[0].id, quantity: 1 }],
    }
    const where = `/pos/sales_orders/${sold.body.order.id}/refunds`
    const back = await app.call(own.supervisor, 'POST', where, refund)
    expect(back.body, back.text).toMatchObject({ amountCentavos: 4_650 })
    for (const by of groupings.filter((each) => each !== 'vas_kind')) {
      const { rows, totals } = (await sales(own.supervisor, { by })).body
      const refunded =
        by === 'method'
          ? { refundCentavos: 4_650, refundRoundingCentavos: null }
          : { refundCentavos: 4_637, refundRoundingCentavos: 13 }
      expect(totals, by).toMatchObject(refunded)
      const isOfLines = ['product', 'category', 'tax_rate'].includes(by)
      const inRows = rows.filter(({ refundCount }: { refundCount: number }) => refundCount > 0)
      expect(inRows, by).toMatchObject([{ ...refunded, ...(isOfLines && { refundRoundingCentavos: null }) }])
    }
    // The rest of the order is refunded as it was paid, and the two differences are that of the sale.
    expect((await app.call(own.supervisor, 'POST', where, refund)).body).toMatchObject({
      amountCentavos: 4_600,
    })
    expect((await sales(own.supervisor)).body.totals).toMatchObject({
      roundingCentavos: -24,
      refundCentavos: 2 * 4_637,
      refundRoundingCentavos: -24,
    })
  })

  test('cover all stores of a manager, or the given one', async () => {
    const all = (await sales(shop.manager, { by: 'store' })).body
    expect(all).toMatchObject({ storeCount: 2, totals: { totalCentavos: 29_287 } })
    expect(all.rows.map((row: { label: string }) => row.label)).toEqual([shop.store.name, other.store.name])
    expect((await sales(shop.manager, { storeId: other.store.id })).body.totals.totalCentavos).toBe(1_000)
  })
})

describe('a cashier', () => {
  test('reads their own shift, without costs and commissions', async () => {
    const { body } = await sales(second, { by: 'cashier' })
    expect(body).toMatchObject({
      shiftId: expect.any(String),
      totals: {
        totalCentavos: 4_650,
        refundCentavos: 0,
        vasAmountCentavos: 10_000,
        costCentavos: null,
        vasCommissionCentavos: null,
      },
    })
    expect(body.rows).toMatchObject([{ label: second.name, costCentavos: null, refundCostCentavos: null }])
    expect((await sales(second, { shiftId: body.shiftId })).body.totals).toEqual(body.totals)
  })

  test('cannot read days of the store, or other people’s shifts', async () => {
    for (const query of [
      { from: await today() },
      { to: await today() },
      { ...ofShop(), from: await today() },
    ])
      expect((await sales(second, query)).body).toMatchObject({
        status: 403,
        requiredRole: 'store:supervisor',
      })
    const own = (await sales(shop.cashier)).body.shiftId
    const absent = '01890000-0000-7000-8000-000000000000'
    const [foreign, none] = [await sales(second, { shiftId: own }), await sales(second, { shiftId: absent })]
    expect(foreign.body).toMatchObject({ status: 404, code: 'not_found' })
    expect({ ...foreign.body, instance: '', requestId: '' }).toEqual({
      ...none.body,
      instance: '',
      requestId: '',
    })
    expect((await sales(shop.supervisor, { shiftId: own })).body.totals).toMatchObject({
      totalCentavos: 23_637,
      costCentavos: 4_000,
    })
  })

  test('who never had a shift gets an empty report', async () => {
    const { body } = await sales(await app.world.member(shop.store, 'cashier'))
    expect(body).toMatchObject({
      shiftId: null,
      rows: [],
      rowCount: 0,
      totals: { orderCount: 0, totalCentavos: 0 },
    })
  })
})

test('nobody else can read a store’s figures', async () => {
  const stranger = await tills.shop()
  expect((await sales(undefined)).status).toBe(401)
  expect((await sales(stranger.manager, ofShop())).body).toMatchObject({ status: 403, code: 'forbidden' })
  expect((await sales(other.supervisor, ofShop())).status).toBe(403)
  expect((await sales(await app.world.platformAdmin(), ofShop())).status).toBe(403)
  expect((await sales(stranger.manager)).body.totals.totalCentavos).toBe(0)
})

test.each([
  [{ from: '2026-03-02', to: '2026-03-01' }, '/to'],
  [{ from: '2025-01-01', to: '2026-03-01' }, '/to'],
  [{ from: '1000-01-01' }, '/to'],
  [{ from: '2026-02-30' }, '/from'],
  [{ by: 'moon' }, '/by'],
  [{ shiftId: 'mine' }, '/shiftId'],
])('%j is refused', async (query: Record<string, string>, at) => {
  const { body } = await sales(shop.supervisor, query)
  expect(body).toMatchObject({ status: 422, code: 'invalid_request' })
  expect(JSON.stringify(body.errors)).toContain(at)
})

describe('a rolled-up day', () => {
  test('is written once, however often it is requested, and matches the report', async () => {
    const first = await rollUp(shop.supervisor, await today())
    expect(first.status, first.text).toBe(200)
    expect(first.body).toMatchObject({ version: 1, isFinal: false, storeId: shop.store.id })
    const { totals } = (await sales(shop.supervisor)).body
    expect(Object.fromEntries(measureNames.map((name) => [name, first.body[name]]))).toEqual(totals)
    expect((await rollUp(shop.manager, await today())).body).toEqual(first.body)
    const listed = await app.call(shop.manager, 'GET', `/pos/daily_sales_rollups?storeId=${shop.store.id}`)
    expect(listed.body.items).toEqual([first.body])
  })

  test.each<[string, () => Person | undefined, number]>([
    ['a cashier of the store', () => shop.cashier, 403],
    ['a supervisor of another store', () => other.supervisor, 403],
    ['nobody', () => undefined, 401],
  ])('is refused for %s', async (_, who, status) => {
    expect((await rollUp(who(), await today())).status).toBe(status)
    const listed = await app.call(who(), 'GET', `/pos/daily_sales_rollups?storeId=${shop.store.id}`)
    if (status === 401) expect(listed.status).toBe(401)
    else expect(listed.body.items).toEqual([])
  })

  test('cannot be of a future day', async () => {
    const { body } = await rollUp(shop.supervisor, '2999-01-01')
    expect(body).toMatchObject({ status: 422, errors: [{ path: '/businessOn' }] })
  })

  test('of a past day matches history by every key, and late entries make a new version', async () => {
    // Today's events are moved to yesterday: the nightly job has not run yet.
    for (const [table, day, times] of [
      ['sales_orders', 'sold_on', ['sold_at', 'created_at']],
      ['refunds', 'refunded_on', ['created_at']],
    ] as const)
      await app.admin.query(
        `update selling.${table} set ${day} = ${day} - 1,
           ${times.map((time) => `${time} = (${time} at time zone 'utc' - interval '1 day') at time zone 'utc'`)} where merchant_id = $1`,
        [merchant.id],
      )
    await app.admin.query(
      `update vas.sales set created_at = (created_at at time zone 'utc' - interval '1 day') at time zone 'utc' where merchant_id = $1`,
      [merchant.id],
    )
    await app.admin.query(
      `update shop.stores set created_at = (created_at at time zone 'utc' - interval '3 days') at time zone 'utc' where merchant_id = $1`,
      [merchant.id],
    )
    const period = { from: await yesterday(), to: await yesterday() }
    const read = async (): Promise<{ totals: Record<string, number> }[]> =>
      Promise.all(groupings.map(async (by) => (await sales(shop.manager, { by, ...period })).body))
    const live = await read()
    expect(live[0]?.totals.totalCentavos).toBe(29_287)
    expect((await rollUpStores(app.database, silent)).written).toBeGreaterThan(0)
    expect(await read()).toEqual(live)
    expect(await rollUpStores(app.database, silent)).toMatchObject({ written: 0 })

    const versions = async () =>
      (
        await app.admin.query(
          `select version, is_final, vas_count, vas_amount_centavos::int as amount from reporting.daily_sales_rollups
            where store_id = $1 and business_on = $2 order by version`,
          [shop.store.id, await yesterday()],
        )
      ).rows
    expect(await versions()).toEqual([{ version: 1, is_final: true, vas_count: 1, amount: 10_000 }])
    await app.admin.query(
      `update vas.sales set status = 'REVERSED', phase = 'REVERSED', updated_at = now() where merchant_id = $1`,
      [merchant.id],
    )
    expect((await rollUpStores(app.database, silent)).written).toBe(1)
    expect(await versions()).toEqual([
      { version: 1, is_final: true, vas_count: 1, amount: 10_000 },
      { version: 2, is_final: true, vas_count: 0, amount: 0 },
    ])
    expect((await sales(shop.supervisor, period)).body.totals.vasCount).toBe(0)
  })

  // A cluster computes no times from the rows that it updates.
  const openedDaysAgo = ({ id }: Store, days: number) =>
    app.admin.query('update shop.stores set created_at = $2 where id = $1', [
      id,
      new Date(Date.now() - days * 86_400_000),
    ])

  test('of a past day is written for the other stores when it fails for one, and the run fails', async () => {
    const fresh = await tills.shop(merchant)
    await openedDaysAgo(fresh.store, 2)
    const holding = await app.admin.connect()
    try {
      await holding.query('begin')
      await holding.query('select from shop.stores where merchant_id = $1 and id = $2 for update', [
        shop.store.merchantId,
        shop.store.id,
      ])
      await expect(rollUpStores(app.database, silent)).rejects.toThrow(/^1 of \d+ stores were not rolled up/)
    } finally {
      await holding.query('rollback')
      holding.release()
    }
    const { rowCount } = await app.admin.query(
      'select from reporting.daily_sales_rollups where store_id = $1 and business_on = $2',
      [fresh.store.id, await yesterday()],
    )
    expect(rowCount).toBe(1)
    await rollUpStores(app.database, silent)
  })

  test('of weeks that were missed is written a few days per transaction, from the first sale on', async () => {
    const fresh = await tills.shop(merchant)
    await tills.sale(fresh.cashier, [{ variantId: await tills.product(fresh.store, {}) }])
    await app.admin.query(
      'update selling.sales_orders set sold_on = sold_on - 80, sold_at = created_at where store_id = $1',
      [fresh.store.id],
    )
    await openedDaysAgo(fresh.store, 20)
    await rollUpStores(app.database, silent)
    const { rows } = await app.admin.query(
      `select count(*)::int as days, max(order_count) as orders from reporting.daily_sales_rollups
        where store_id = $1 and is_final group by xmin::text order by min(business_on)`,
      [fresh.store.id],
    )
    expect(rows.map(({ days }) => days)).toEqual([...Array(11).fill(7), 3])
    expect(rows[0].orders).toBe(1)
    expect(await rollUpStores(app.database, silent)).toMatchObject({ written: 0 })
  })

  test('written twice concurrently is one version', async () => {
    const [day, fresh] = [await today(), await tills.shop(merchant)]
    const tea = await tills.product(fresh.store, {})
    await tills.sale(fresh.cashier, [{ variantId: tea }])
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => rollUp(fresh.supervisor, day, fresh.store.id)),
    )
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    // A version written before the day is over is not final.
    await tills.sale(fresh.cashier, [{ variantId: tea }])
    expect((await sales(fresh.supervisor)).body.totals).toMatchObject({ orderCount: 2, totalCentavos: 2_000 })
    expect((await rollUp(fresh.supervisor, day, fresh.store.id)).body).toMatchObject({
      version: 2,
      orderCount: 2,
    })
  })
})
