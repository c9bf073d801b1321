import { beforeAll, describe, expect, test } from 'vitest'
import { onOneDay } from '../../../test/one-day.ts'
import { sharedProduct } from '../../../test/shared-product.ts'
import { type Shop, type Tills, tillsOf } from '../../../test/till.ts'
import type { Member, Merchant, Person } from '../../../test/world.ts'

let app: Awaited<ReturnType<typeof sharedProduct>>
let tills: Tills
let merchant: Merchant
let shop: Shop
let other: Shop
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
  coffee = await tills.product(shop.store, { priceCentavos: 4_650, stock: 100 })
  cheese = await tills.product(shop.store, {
    name: 'Queso Oaxaca',
    unit: 'KILOGRAM',
    priceCentavos: 18_990,
    tax: 'IVA_0',
    stock: 50,
  })
  await tills.sale(shop.cashier, [
    { variantId: coffee, quantity: 3 },
    { variantId: cheese, quantity: 0.755 },
  ])
  await tills.sale(other.cashier, [{ variantId: await tills.product(other.store, { name: 'Té' }) }])
})

const salesOfToday = (who: Person) => app.call(who, 'GET', '/pos/reports/sales?by=day')

/** A top-up of 100 pesos confirmed by the provider. @returns its id */
async function airtime(who: Member): Promise<string> {
  const { rows } = await app.admin.query(
    `select p.id from vas.products p join vas.providers v on v.id = p.provider_id
      where v.name = 'Telcel' and p.amount_centavos = 10000 and p.subkind = 'topup'`,
  )
  const order = { storeId: who.storeId, productId: rows[0].id, reference: '5512345600' }
  const sold = await app.call(who, 'POST', '/vas/sale', order, { prefer: 'wait=10' })
  if (sold.body.status !== 'COMPLETED') throw new Error(sold.text)
  return sold.body.id
}

describe('the dashboard', () => {
  const dashboard = (who: Person | undefined, storeId?: string) =>
    app.call(who, 'GET', `/pos/reports/dashboard${storeId === undefined ? '' : `?storeId=${storeId}`}`)

  test('matches today’s report, and lists what needs attention', async () => {
    await app.admin.query('update stock.stock_levels set reorder_point = 1000 where id = $1', [cheese])
    const cart = await tills.cart(shop.cashier, [{ variantId: coffee }])
    const asked = await app.call(shop.cashier, 'POST', `/pos/carts/${cart.id}/discounts`, {
      scope: 'CART',
      percentageBps: 1_000,
      reason: 'Cliente frecuente',
    })
    const { body } = await dashboard(shop.supervisor)
    const { totals } = (await salesOfToday(shop.supervisor)).body
    expect(body).toMatchObject({
      storeCount: 1,
      today: totals,
      lastWeek: { orderCount: 0, totalCentavos: 0, vasCount: 0 },
      byStore: [
        { storeId: shop.store.id, name: shop.store.name, totalCentavos: 28_287, lastWeekTotalCentavos: 0 },
      ],
      topProducts: [
        { name: 'Queso Oaxaca', itemQuantity: 0.755, totalCentavos: 14_337 },
        { productId: coffee, itemQuantity: 3, totalCentavos: 13_950 },
      ],
      openShifts: { count: 1 },
      lowStock: {
        count: 1,
        items: [{ variantId: cheese, productName: 'Queso Oaxaca', reorderPoint: 1_000 }],
      },
      pendingApprovals: {
        count: 1,
        items: [
          { id: asked.body.discounts[0].approvalId, percentageBps: 1_000, requesterName: shop.cashier.name },
        ],
      },
    })
    const hours = body.byHour.map((row: { totalCentavos: number }) => row.totalCentavos)
    expect(hours.reduce((sum: number, each: number) => sum + each, 0)).toBe(28_287)
  })

  test('compares today with the same day of last week', async () => {
    const place = await tills.shop()
    const tea = await tills.product(place.store, { priceCentavos: 700 })
    const { order } = await tills.sale(place.cashier, [{ variantId: tea }])
    await tills.sale(place.cashier, [{ variantId: tea, quantity: 2 }])
    await app.admin.query(
      `update selling.sales_orders set sold_on = sold_on - 7, sold_at = (sold_at at time zone 'utc' - interval '7 days') at time zone 'utc' where id = $1`,
      [order.id],
    )
    expect((await dashboard(place.supervisor)).body).toMatchObject({
      today: { totalCentavos: 1_400 },
      lastWeek: { totalCentavos: 700 },
      lastWeekByNow: { orderCount: 1, totalCentavos: 700 },
      byStore: [{ totalCentavos: 1_400, lastWeekTotalCentavos: 700 }],
    })
    // A later sale of that day counts for the day, but not for its part up to now.
    await app.admin.query(
      `update selling.sales_orders set sold_at = (sold_at at time zone 'utc' + interval '1 minute') at time zone 'utc' where id = $1`,
      [order.id],
    )
    expect((await dashboard(place.supervisor)).body).toMatchObject({
      lastWeek: { totalCentavos: 700 },
      lastWeekByNow: { orderCount: 0, totalCentavos: 0 },
    })
  })

  test('shows services without an outcome and drawers with differences', async () => {
    const place = await tills.shop(merchant)
    const saleId = await airtime(place.cashier)
    expect((await dashboard(place.supervisor)).body.pendingSales).toEqual({ count: 0, items: [] })
    await app.admin.query(
      `update vas.sales set status = 'PENDING', phase = 'REVIEW', completed_at = null, next_check_at = now() + interval '1 day'
        where id = $1`,
      [saleId],
    )
    const { shift } = (await app.call(place.cashier, 'GET', `/pos/shifts/current?storeId=${place.store.id}`))
      .body
    const closed = await app.call(place.cashier, 'POST', `/pos/shifts/${shift.id}/close`, {
      denominations: { 50000: 1 },
      differenceReason: 'Faltó una recarga',
    })
    expect(closed.status, closed.text).toBe(201)
    expect((await dashboard(place.supervisor)).body).toMatchObject({
      pendingSales: { count: 1, items: [{ id: saleId, kind: 'airtime', amountCentavos: 10_000 }] },
      shiftDifferences: {
        count: 1,
        items: [
          {
            id: closed.body.id,
            shiftId: shift.id,
            cashierName: place.cashier.name,
            differenceCentavos: -10_000,
            differenceReason: 'Faltó una recarga',
          },
        ],
      },
    })
  })

  test('lists a store without sales with zeros', async () => {
    const idle = await tills.shop()
    expect((await dashboard(idle.supervisor)).body.byStore).toEqual([
      {
        storeId: idle.store.id,
        name: idle.store.name,
        orderCount: 0,
        lastWeekOrderCount: 0,
        totalCentavos: 0,
        lastWeekTotalCentavos: 0,
        vasAmountCentavos: 0,
        lastWeekVasAmountCentavos: 0,
      },
    ])
  })

  test('lists the stores that sold the most, goods and services together', async () => {
    const owner = await app.world.merchant()
    await app.admin.query('update platform.merchants set is_verified = true where id = $1', [owner.id])
    await app.world.fund(owner.id, 1_000_000)
    const [ofGoods, ofServices] = [await tills.shop(owner), await tills.shop(owner)]
    await tills.sale(ofGoods.cashier, [{ variantId: await tills.product(ofGoods.store) }])
    await airtime(ofServices.cashier)
    const { rows } = await app.admin.query(
      `select reporting.dashboard(array[$1, $1]::uuid[], array[$2, $3]::uuid[], 1) -> 'byStore' as first`,
      [owner.id, ofGoods.store.id, ofServices.store.id],
    )
    expect(rows[0].first).toMatchObject([
      { storeId: ofServices.store.id, totalCentavos: 0, vasAmountCentavos: 10_000 },
    ])
  })

  test('covers all stores of a manager, and is refused without access to figures', async () => {
    expect((await dashboard(shop.manager)).body.storeCount).toBeGreaterThan(1)
    expect((await dashboard(shop.manager, other.store.id)).body).toMatchObject({
      storeCount: 1,
      today: { totalCentavos: 1_000 },
    })
    const stranger = await tills.shop()
    for (const who of [shop.cashier, stranger.manager, other.supervisor, await app.world.operator()])
      expect((await dashboard(who, shop.store.id)).body).toMatchObject({ status: 403, code: 'forbidden' })
    expect((await dashboard(shop.cashier)).status).toBe(403)
    expect((await dashboard(undefined)).status).toBe(401)
  })
})
