import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { Answer, App } from '../../../test/app.ts'
import { sharedProduct } from '../../../test/shared-product.ts'
import { type Payment, type Shop, type Tills, tillsOf } from '../../../test/till.ts'
import type { Member } from '../../../test/world.ts'

let app: App
let tills: Tills
let shop: Shop
let coffee: string
let bread: string

beforeAll(async () => {
  app = await sharedProduct()
  tills = tillsOf(app)
})
beforeEach(async () => {
  shop = await tills.shop()
  coffee = await tills.product(shop.store, { priceCentavos: 11_600, stock: 1_000 })
  bread = await tills.product(shop.store, { priceCentavos: 2_500, tax: 'EXENTO', stock: 1_000 })
})

const shiftOf = async (who: Member): Promise<string> =>
  (await app.call(who, 'GET', `/pos/shifts/current?storeId=${who.storeId}`)).body.shift.id
const close = (who: Member, id: string): Promise<Answer> =>
  app.call(who, 'POST', `/pos/shifts/${id}/close`, { denominations: {}, differenceReason: 'Prueba' })
const sell = async (lines: { variantId: string; quantity?: number }[], payments?: readonly Payment[]) => {
  const sold = await tills.finalize(shop.cashier, await tills.cart(shop.cashier, lines), payments)
  expect(sold.status, sold.text).toBe(201)
  return sold.body.order as { id: string; lines: { id: string }[] }
}
const refund = (who: Member, orderId: string, body: object = {}) =>
  app.call(who, 'POST', `/pos/sales_orders/${orderId}/refunds`, {
    type: 'REFUND',
    reason: 'Prueba',
    ...body,
  })
/** The total of the shift's transactions, added up here and not by the product. */
const sumOf = async (shiftId: string, method: string): Promise<number> => {
  const { rows } = await app.admin.query<{ amount_centavos: bigint }>(
    'select amount_centavos from selling.transactions where shift_id = $1 and method = $2',
    [shiftId, method],
  )
  return rows.reduce((sum, row) => sum + Number(row.amount_centavos), 0)
}

test('the Z report equals the sum of the shift’s transactions, added up independently', async () => {
  const shiftId = await shiftOf(shop.cashier)
  await app.admin.query('update shop.stores set cash_rounding_centavos = 50 where id = $1', [shop.store.id])
  const odd = await tills.product(shop.store, { priceCentavos: 1_018, tax: 'IVA_0', stock: 5 })
  await sell([{ variantId: coffee }], [{ method: 'CASH', amountCentavos: 11_600, tenderedCentavos: 20_000 }])
  await sell(
    [{ variantId: coffee, quantity: 2 }, { variantId: bread }],
    [
      { method: 'CARD', amountCentavos: 20_000 },
      { method: 'CASH', amountCentavos: 5_700 },
    ],
  )
  await sell([{ variantId: bread, quantity: 2 }], [{ method: 'TRANSFER', amountCentavos: 5_000 }])
  await sell([{ variantId: odd }], [{ method: 'CASH', amountCentavos: 1_000 }])
  await app.call(shop.cashier, 'POST', `/pos/shifts/${shiftId}/cash_movements`, {
    kind: 'DROP',
    amountCentavos: 15_000,
    reason: 'Retiro',
  })
  const { body } = await close(shop.cashier, shiftId)
  expect(await sumOf(shiftId, 'CASH')).toBe(11_600 + 5_700 + 1_000)
  expect(body).toMatchObject({
    expectedCentavos: 50_000 + 18_300 - 15_000,
    totals: {
      sales: {
        count: 4,
        taxCentavos: 4_800,
        totalCentavos: 11_600 + 25_700 + 5_000 + 1_018,
        roundingCentavos: -18,
        byMethod: [
          { method: 'CASH', amountCentavos: 18_300 },
          { method: 'CARD', amountCentavos: 20_000 },
          { method: 'TRANSFER', amountCentavos: 5_000 },
        ],
      },
      taxes: [
        { rateBps: 1600, isExempt: false, netCentavos: 30_000, taxCentavos: 4_800 },
        { rateBps: 0, isExempt: false, netCentavos: 1_018, taxCentavos: 0 },
        { rateBps: 0, isExempt: true, netCentavos: 7_500, taxCentavos: 0 },
      ],
    },
  })
})

test('a refund comes out of the drawer of the person who pays it', async () => {
  const cashiers = await shiftOf(shop.cashier)
  const supervisors = await tills.openShift(shop.supervisor)
  const cash = await sell([{ variantId: coffee }])
  const card = await sell([{ variantId: bread }], [{ method: 'CARD', amountCentavos: 2_500 }])
  expect((await refund(shop.supervisor, cash.id)).status).toBe(201)
  expect((await refund(shop.supervisor, card.id)).status).toBe(201)
  expect((await close(shop.cashier, cashiers)).body.expectedCentavos).toBe(50_000 + 11_600)
  const { body } = await close(shop.supervisor, supervisors)
  expect(body).toMatchObject({
    expectedCentavos: 50_000 - 11_600,
    totals: {
      sales: { count: 0, totalCentavos: 0 },
      refunds: {
        count: 2,
        amountCentavos: 14_100,
        byMethod: [
          { method: 'CASH', amountCentavos: 11_600 },
          { method: 'CARD', amountCentavos: 2_500 },
          { method: 'TRANSFER', amountCentavos: 0 },
        ],
      },
    },
  })
  expect(await sumOf(supervisors, 'CASH')).toBe(-11_600)
})

test('a sale concurrent with the close is in the report, or is refused', async () => {
  let shiftId = await shiftOf(shop.cashier)
  for (let round = 0; round < 6; round++) {
    const carts = await Promise.all(
      Array.from({ length: 4 }, () => tills.cart(shop.cashier, [{ variantId: coffee }])),
    )
    const [closed, ...sales] = await Promise.all([
      close(shop.manager, shiftId),
      ...carts.map((cart) => tills.finalize(shop.cashier, cart)),
    ])
    const made = sales.filter(({ status }) => status === 201).length
    expect(sales.filter(({ body }) => body.code === 'shift_closed')).toHaveLength(4 - made)
    expect(closed?.body.expectedCentavos, closed?.text).toBe(50_000 + made * 11_600)
    expect(await sumOf(shiftId, 'CASH')).toBe(made * 11_600)
    shiftId = await tills.openShift(shop.cashier)
  }
})

test('a refund concurrent with the close is in the report, or is refused', async () => {
  const orders: string[] = []
  for (let no = 0; no < 12; no++) orders.push((await sell([{ variantId: bread }])).id)
  for (let round = 0; round < 4; round++) {
    const shiftId = await tills.openShift(shop.supervisor)
    const [closed, ...given] = await Promise.all([
      close(shop.manager, shiftId),
      ...orders.slice(round * 3, round * 3 + 3).map((id) => refund(shop.supervisor, id)),
    ])
    const made = given.filter(({ status }) => status === 201).length
    expect(given.filter(({ body }) => body.code === 'shift_closed')).toHaveLength(3 - made)
    expect(closed?.body.expectedCentavos, closed?.text).toBe(50_000 - made * 2_500)
  }
})

test('a cart opened at a terminal records the terminal', async () => {
  const { body: terminal } = await app.call(shop.manager, 'POST', '/pos/terminals', {
    storeId: shop.store.id,
    name: 'Caja 1',
  })
  const { deviceToken } = (await app.call(shop.manager, 'POST', `/pos/terminals/${terminal.id}/enable`, {}))
    .body
  const { rows } = await app.admin.query('select id from shop.employees where membership_id = $1', [
    shop.cashier.membershipId,
  ])
  const { code } = (await app.call(shop.manager, 'POST', `/pos/employees/${rows[0].id}/pin`, {})).body
  const pin = '482913'
  await app.world.choosePin(shop.cashier, pin)
  const session = await app.call(
    undefined,
    'POST',
    '/auth/terminal-sessions',
    { code, pin },
    {
      authorization: `Terminal ${deviceToken}`,
    },
  )
  const cart = await app.call(session.body, 'POST', '/pos/carts', { lines: [{ variantId: coffee }] })
  expect(cart.body).toMatchObject({ storeId: shop.store.id, terminalId: terminal.id })
  const sold = await tills.finalize(session.body, cart.body)
  expect(sold.body.order).toMatchObject({ terminalId: terminal.id })
})
