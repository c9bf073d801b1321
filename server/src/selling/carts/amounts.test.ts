import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import type { App } from '../../../test/app.ts'
import { sharedProduct } from '../../../test/shared-product.ts'
import { type Shop, type Tills, tillsOf } from '../../../test/till.ts'

let app: App
let tills: Tills
let shop: Shop
let cheese: string
let oil: string
let bun: string

beforeAll(async () => {
  app = await sharedProduct()
  tills = tillsOf(app)
  shop = await tills.shop()
  cheese = await tills.product(shop.store, {
    name: 'Queso',
    unit: 'KILOGRAM',
    priceCentavos: 13_990,
    tax: 'IVA_0',
    stock: 10,
  })
  oil = await tills.product(shop.store, {
    name: 'Aceite',
    unit: 'KILOGRAM',
    priceCentavos: 5_000,
    isTaxIncluded: false,
  })
  bun = await tills.product(shop.store, { name: 'Concha', priceCentavos: 1_000 })
})

const open = (lines: readonly object[]) =>
  app.call(shop.cashier, 'POST', '/pos/carts', { storeId: shop.store.id, lines })
const sold = async (cart: { id: string; version: number; totalCentavos: number }) => {
  const payments = [
    { method: 'CASH', amountCentavos: cart.totalCentavos, tenderedCentavos: cart.totalCentavos },
  ]
  return app.call(
    shop.cashier,
    'POST',
    `/pos/carts/${cart.id}/finalize`,
    { version: cart.version, payments },
    { 'idempotency-key': randomUUID() },
  )
}
const onHand = async (variant: string) =>
  Number(
    (await app.admin.query('select on_hand from stock.stock_levels where id = $1', [variant])).rows[0]
      .on_hand,
  )

test('20 pesos of cheese cost 20 pesos, on the receipt too, and what they weigh leaves the stock', async () => {
  const before = await onHand(cheese)
  const { body: cart, status, text } = await open([{ variantId: cheese, amountCentavos: 2_000 }])
  expect(status, text).toBe(201)
  // 143 g at 139.90 would be 20.01.
  expect(cart.lines).toMatchObject([{ quantity: 0.143, amountCentavos: 2_000, grossCentavos: 2_000 }])
  expect(cart.totalCentavos).toBe(2_000)
  const sale = await sold(cart)
  expect(sale.status, sale.text).toBe(201)
  expect(sale.body.receipt.content.lines).toMatchObject([{ quantity: 0.143, grossCentavos: 2_000 }])
  expect(before - (await onHand(cheese))).toBeCloseTo(0.143, 6)
})

test('each label is a line of its own, and never joins one that was weighed', async () => {
  const { body: cart } = await open([
    { variantId: cheese, quantity: 0.5 },
    { variantId: cheese, amountCentavos: 2_000 },
    { variantId: cheese, amountCentavos: 2_000 },
    { variantId: cheese, quantity: 0.25 },
  ])
  expect(cart.lines.map((line: { grossCentavos: number }) => line.grossCentavos)).toEqual([
    10_493, 2_000, 2_000,
  ])
  const { body: more } = await app.call(shop.cashier, 'POST', `/pos/carts/${cart.id}/lines`, {
    variantId: cheese,
    quantity: 1,
  })
  expect(more.lines).toHaveLength(3)
  expect(more.lines[0]).toMatchObject({ quantity: 1.75, amountCentavos: null })
})

test('another quantity takes the place of the amount, and a note does not', async () => {
  const { body: cart } = await open([{ variantId: cheese, amountCentavos: 2_000 }])
  const at = `/pos/carts/${cart.id}/lines/${cart.lines[0].id}`
  const { body: noted } = await app.call(shop.cashier, 'PATCH', at, { note: 'rebanado' })
  expect(noted.lines[0]).toMatchObject({ amountCentavos: 2_000, grossCentavos: 2_000 })
  const { body: weighed } = await app.call(shop.cashier, 'PATCH', at, { quantity: 1 })
  expect(weighed.lines[0]).toMatchObject({ amountCentavos: null, grossCentavos: 13_990 })
})

test('a discount comes off the amount', async () => {
  const { body: cart } = await open([{ variantId: cheese, amountCentavos: 2_000 }])
  const { body: cheaper } = await app.call(shop.manager, 'POST', `/pos/carts/${cart.id}/discounts`, {
    scope: 'CART',
    percentageBps: 1_000,
    reason: 'Cliente',
  })
  expect(cheaper).toMatchObject({ grossCentavos: 2_000, discountCentavos: 200, totalCentavos: 1_800 })
})

test.each([
  ['pieces', () => ({ variantId: bun, amountCentavos: 2_000 }), '/lines/0/amountCentavos'],
  ['a price without its tax', () => ({ variantId: oil, amountCentavos: 2_000 }), '/lines/0/amountCentavos'],
  [
    'goods with a price of the request',
    () => ({ variantId: cheese, amountCentavos: 2_000, unitPriceCentavos: 100 }),
    '/lines/0/unitPriceCentavos',
  ],
  ['nothing', () => ({ variantId: cheese, amountCentavos: 0 }), '/lines/0/amountCentavos'],
])('an amount of %s is refused', async (_of, line, path) => {
  const answer = await open([line()])
  expect([answer.status, answer.body.errors?.[0]?.path], answer.text).toEqual([422, path])
})

test('sold without a network, it is booked at the amount, if the quantity follows from it', async () => {
  const { body } = await app.call(shop.cashier, 'GET', `/pos/shifts/current?storeId=${shop.store.id}`)
  const sale = (quantity: number) => ({
    id: randomUUID().replace(/^(.{14})4/, '$17'),
    storeId: shop.store.id,
    shiftId: body.shift.id,
    soldAt: new Date().toISOString(),
    lines: [
      {
        variantId: cheese,
        productName: 'Queso',
        quantity,
        amountCentavos: 2_000,
        unitPriceCentavos: 13_990,
        taxRateBps: 0,
        isTaxExempt: false,
        isTaxIncluded: true,
      },
    ],
    payments: [{ method: 'CASH', amountCentavos: 2_000, tenderedCentavos: 2_000 }],
  })
  const booked = await app.call(shop.cashier, 'POST', '/pos/offline_sales', sale(0.143))
  expect(booked.status, booked.text).toBe(201)
  expect(booked.body).toMatchObject({ status: 'BOOKED', totalCentavos: 2_000 })
  const order = await app.call(shop.cashier, 'GET', `/pos/sales_orders/${booked.body.orderId}`)
  expect(order.body.lines).toMatchObject([{ quantity: 0.143, amountCentavos: 2_000, totalCentavos: 2_000 }])
  const more = await app.call(shop.cashier, 'POST', '/pos/offline_sales', sale(1))
  expect([more.status, more.body.errors?.[0]?.path]).toEqual([422, '/lines/0/amountCentavos'])
})

test('a store has the layouts of its labels, and refuses what is none', async () => {
  const at = `/pos/stores/${shop.store.id}`
  const layouts = ['20IIIIIWWWWWC', '2000IIIPPPPPC']
  const set = await app.call(shop.manager, 'PATCH', at, { labelLayouts: layouts })
  expect(set.status, set.text).toBe(200)
  expect((await app.call(shop.cashier, 'GET', at)).body.labelLayouts).toEqual(layouts)
  for (const wrong of ['20IIIIIWWWWC', '75IIIIIWWWWWC', 'IIIIIIIIIIIII']) {
    expect((await app.call(shop.manager, 'PATCH', at, { labelLayouts: [wrong] })).status).toBe(422)
  }
})
