import { randomUUID } from 'node:crypto'
import { v7 as uuidV7 } from 'uuid'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { App } from '../../../test/app.ts'
import { sharedProduct } from '../../../test/shared-product.ts'
import { type Shop, type Tills, tillsOf } from '../../../test/till.ts'
import type { Member } from '../../../test/world.ts'

let app: App
let tills: Tills
let shop: Shop
let common: string
let bun: string

beforeAll(async () => {
  app = await sharedProduct()
  tills = tillsOf(app)
  shop = await tills.shop()
  await tills.openShift(shop.supervisor)
  const made = await app.call(shop.manager, 'POST', '/pos/products', {
    storeId: shop.store.id,
    name: 'Artículo común',
    priceCentavos: 0,
    isPriceOpen: true,
  })
  expect(made.status, made.text).toBe(201)
  common = made.body.id
  bun = await tills.product(shop.store, { name: 'Concha', priceCentavos: 1_000 })
})
beforeEach(() => rule({ openPriceLimitCentavos: 50_000, cashiersSellOpenPrices: false }))

const rule = async (rules: object) => {
  const changed = await app.call(shop.manager, 'PATCH', `/pos/stores/${shop.store.id}`, rules)
  expect(changed.status, changed.text).toBe(200)
}
const battery = { unitPriceCentavos: 3_500, productName: 'Pila AA' }
const open = (who: Member, ...lines: object[]) =>
  app.call(who, 'POST', '/pos/carts', { storeId: shop.store.id, lines })
const openCommon = (who: Member, entered: object = battery) => open(who, { variantId: common, ...entered })

describe('goods with an open price', () => {
  test('are sold at the price and under the name that were entered, with their tax', async () => {
    const { status, body: cart, text } = await openCommon(shop.supervisor, { ...battery, quantity: 2 })
    expect(status, text).toBe(201)
    expect(cart.lines).toMatchObject([
      { productId: common, productName: 'Pila AA', unitPriceCentavos: 3_500, quantity: 2, isPriceOpen: true },
    ])
    expect(cart).toMatchObject({ totalCentavos: 7_000, taxCentavos: 966 })
    const sale = await tills.finalize(shop.supervisor, cart)
    expect(sale.status, sale.text).toBe(201)
    expect(sale.body.receipt.content.lines).toMatchObject([{ productName: 'Pila AA', totalCentavos: 7_000 }])
  })

  test('keep their own name when none is entered', async () => {
    const { body } = await openCommon(shop.supervisor, { unitPriceCentavos: 100 })
    expect(body.lines).toMatchObject([{ productName: 'Artículo común', unitPriceCentavos: 100 }])
  })

  test('join a line of the same name and price only', async () => {
    const { body: cart } = await openCommon(shop.supervisor)
    const more = (line: object) =>
      app.call(shop.supervisor, 'POST', `/pos/carts/${cart.id}/lines`, { variantId: common, ...line })
    await more(battery)
    await more({ ...battery, unitPriceCentavos: 4_000 })
    const { body } = await more({ ...battery, productName: 'Encendedor' })
    expect(
      body.lines.map((line: Record<string, unknown>) => [
        line['productName'],
        line['unitPriceCentavos'],
        line['quantity'],
      ]),
    ).toEqual([
      ['Pila AA', 3_500, 2],
      ['Pila AA', 4_000, 1],
      ['Encendedor', 3_500, 1],
    ])
  })

  test('keep their entered price when more of them are wanted', async () => {
    const { body: cart } = await openCommon(shop.supervisor)
    const path = `/pos/carts/${cart.id}/lines/${cart.lines[0].id}`
    const { body } = await app.call(shop.supervisor, 'PATCH', path, { quantity: 3 })
    expect(body.lines).toMatchObject([{ productName: 'Pila AA', unitPriceCentavos: 3_500, quantity: 3 }])
  })

  test('leave the entered price in the audit log, with who entered it', async () => {
    const { body: cart } = await openCommon(shop.supervisor)
    const { rows } = await app.admin.query(
      `select action, user_id as "userId", after -> 'lines' as lines from audit.log where entity_id = $1 order by id`,
      [cart.id],
    )
    expect(rows).toContainEqual({
      action: 'cart.open_price_added',
      userId: shop.supervisor.id,
      lines: [{ variantId: common, quantity: 1, ...battery }],
    })
    const { body: usual } = await open(shop.supervisor, { variantId: bun })
    const { rows: none } = await app.admin.query(
      `select from audit.log where entity_id = $1 and action = 'cart.open_price_added'`,
      [usual.id],
    )
    expect(none).toEqual([])
  })

  test('leave it once, however many requests open the cart at the same time', async () => {
    for (let round = 0; round < 4; round++) {
      const id = uuidV7()
      const cart = { storeId: shop.store.id, id, lines: [{ variantId: common, ...battery }] }
      const answers = await Promise.all(
        Array.from({ length: 8 }, () => app.call(shop.supervisor, 'POST', '/pos/carts', cart)),
      )
      expect(answers.map(({ status }) => status).sort()).toEqual([...Array(7).fill(200), 201])
      const { rowCount } = await app.admin.query(
        `select from audit.log where entity_id = $1 and action = 'cart.open_price_added'`,
        [id],
      )
      expect(rowCount).toBe(1)
    }
  })

  test('need a price, and no other goods take one', async () => {
    const fault = async (line: object) => {
      const { status, body } = await open(shop.supervisor, line)
      return [status, body.code, body.errors?.[0].path]
    }
    expect(await fault({ variantId: common })).toEqual([422, 'invalid_request', '/lines/0/unitPriceCentavos'])
    expect(await fault({ variantId: bun, unitPriceCentavos: 1 })).toEqual([
      422,
      'invalid_request',
      '/lines/0/unitPriceCentavos',
    ])
    expect(await fault({ variantId: bun, productName: 'Oreja' })).toEqual([
      422,
      'invalid_request',
      '/lines/0/productName',
    ])
  })

  test('are never chips, weighed, or counted', async () => {
    for (const wrong of [{ kind: 'CHIP' }, { unit: 'KILOGRAM' }, { tracksStock: true }]) {
      const { status, body } = await app.call(shop.manager, 'PATCH', `/pos/products/${common}`, wrong)
      expect([status, body.errors?.[0].path]).toEqual([422, '/isPriceOpen'])
    }
  })
})

describe('the right to enter a price', () => {
  test('belongs to supervisors and managers, and to cashiers where the store allows it', async () => {
    const refused = await openCommon(shop.cashier)
    expect(refused.body).toMatchObject({ status: 403, code: 'forbidden' })
    expect((await openCommon(shop.supervisor)).status).toBe(201)
    expect((await openCommon(shop.manager)).status).toBe(201)
    const { body: cart } = await open(shop.cashier, { variantId: bun })
    const added = await app.call(shop.cashier, 'POST', `/pos/carts/${cart.id}/lines`, {
      variantId: common,
      ...battery,
    })
    expect(added.body).toMatchObject({ status: 403, code: 'forbidden' })
    await rule({ cashiersSellOpenPrices: true })
    expect((await openCommon(shop.cashier)).status).toBe(201)
  })

  test('ends at the limit of the store, for everybody', async () => {
    await rule({ openPriceLimitCentavos: 3_500, cashiersSellOpenPrices: true })
    for (const who of [shop.cashier, shop.supervisor, shop.manager]) {
      const { status, body: cart } = await openCommon(who)
      expect(status).toBe(201)
      const above = { variantId: common, ...battery, unitPriceCentavos: 3_501 }
      for (const { body } of [
        await open(who, above),
        await app.call(who, 'POST', `/pos/carts/${cart.id}/lines`, above),
      ])
        expect(body).toMatchObject({ status: 422, code: 'open_price_above_limit', limitCentavos: 3_500 })
      expect((await app.call(who, 'GET', `/pos/carts/${cart.id}`)).body).toEqual(cart)
    }
  })

  test('is decided by managers only', async () => {
    for (const who of [shop.cashier, shop.supervisor]) {
      const change = { cashiersSellOpenPrices: true }
      expect((await app.call(who, 'PATCH', `/pos/stores/${shop.store.id}`, change)).status).toBe(403)
    }
  })
})

describe('a sale without the network', () => {
  const sold = async (unitPriceCentavos: number, who: Member = shop.cashier) => {
    const { body } = await app.call(who, 'GET', `/pos/shifts/current?storeId=${shop.store.id}`)
    const line = { variantId: common, productName: 'Pila AA', quantity: 1, unitPriceCentavos }
    return app.call(who, 'POST', '/pos/offline_sales', {
      id: randomUUID().replace(/^(.{14})4/, '$17'),
      storeId: shop.store.id,
      shiftId: body.shift.id,
      soldAt: new Date().toISOString(),
      lines: [{ ...line, taxRateBps: 1_600, isTaxExempt: false, isTaxIncluded: true }],
      payments: [{ method: 'CASH', amountCentavos: unitPriceCentavos }],
    })
  }

  test('is booked at its open price when the seller may enter one', async () => {
    const { status, body, text } = await sold(3_500, shop.supervisor)
    expect(status, text).toBe(201)
    expect(body).toMatchObject({ status: 'BOOKED', reasons: [], differenceCentavos: 0 })
    const order = await app.call(shop.supervisor, 'GET', `/pos/sales_orders/${body.orderId}`)
    expect(order.body.lines).toMatchObject([
      { productName: 'Pila AA', unitPriceCentavos: 3_500, isPriceOpen: true },
    ])
    const { rows } = await app.admin.query(
      `select from audit.log where entity_id = $1 and action = 'cart.open_price_added'`,
      [body.id],
    )
    expect(rows).toHaveLength(1)
  })

  test('waits for a supervisor when the seller may not, or above the limit', async () => {
    const byCashier = await sold(3_500)
    expect(byCashier.body).toMatchObject({
      status: 'HELD',
      reasons: [{ code: 'open_price', productName: 'Pila AA', shownCentavos: 3_500 }],
    })
    const above = await sold(50_001, shop.supervisor)
    expect(above.body).toMatchObject({ status: 'HELD', reasons: [{ code: 'open_price' }] })
    const accepted = await app.call(
      shop.supervisor,
      'POST',
      `/pos/offline_sales/${byCashier.body.id}/accept`,
      {},
    )
    expect(accepted.body, accepted.text).toMatchObject({ status: 'BOOKED' })
    await rule({ cashiersSellOpenPrices: true })
    expect((await sold(3_500)).body).toMatchObject({ status: 'BOOKED' })
  })
})
