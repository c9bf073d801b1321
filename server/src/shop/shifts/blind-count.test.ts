import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { App } from '../../../test/app.ts'
import { sharedProduct } from '../../../test/shared-product.ts'
import { type Shop, type Tills, tillsOf } from '../../../test/till.ts'
import type { Member } from '../../../test/world.ts'

let app: App
let tills: Tills
let shop: Shop
let shiftId: string

beforeAll(async () => {
  app = await sharedProduct()
  tills = tillsOf(app)
})
beforeEach(async () => {
  shop = await tills.shop()
  const changed = await app.call(
    shop.manager,
    'PATCH',
    `/pos/stores/${shop.store.id}`,
    { cashiersCountBlind: true },
    { 'if-match': '*' },
  )
  expect(changed.status, changed.text).toBe(200)
  const coffee = await tills.product(shop.store, { priceCentavos: 11_600 })
  await tills.sale(shop.cashier, [{ variantId: coffee }])
  const current = await app.call(shop.cashier, 'GET', `/pos/shifts/current?storeId=${shop.store.id}`)
  shiftId = current.body.shift.id
})

const report = (who: Member) => app.call(who, 'GET', `/pos/shifts/${shiftId}/report`)
const close = (who: Member, body: object) => app.call(who, 'POST', `/pos/shifts/${shiftId}/close`, body)

test('a cashier reads no totals before the close; supervisor and manager do', async () => {
  for (const path of [
    `/pos/shifts/${shiftId}/report`,
    `/pos/reports/sales?by=cashier`,
    `/pos/reports/sales?by=cashier&shiftId=${shiftId}`,
    `/pos/reports/sales/export?by=cashier&format=csv`,
    `/pos/sales_orders/export?format=csv&shiftId=${shiftId}`,
    `/vas/sales/export?format=csv`,
  ])
    expect((await app.call(shop.cashier, 'GET', path)).body, path).toMatchObject({
      status: 403,
      code: 'counted_blind',
    })
  for (const who of [shop.supervisor, shop.manager])
    expect((await report(who)).body.totals.expectedCentavos).toBe(61_600)
})

test('a cashier closes with any count, without a reason, and then sees the difference', async () => {
  const closed = await close(shop.cashier, { denominations: { 50000: 1 } })
  expect(closed.status, closed.text).toBe(201)
  expect(closed.body).toMatchObject({
    expectedCentavos: 61_600,
    countedCentavos: 50_000,
    differenceCentavos: -11_600,
    differenceReason: null,
  })
  expect((await report(shop.cashier)).body).toMatchObject({
    totals: { expectedCentavos: 61_600 },
    closing: { differenceCentavos: -11_600 },
  })
})

test('a supervisor who closes the drawer of a cashier still gives a reason for a difference', async () => {
  expect((await close(shop.supervisor, { countedCentavos: 0 })).body).toMatchObject({
    code: 'difference_reason_required',
    expectedCentavos: 61_600,
  })
})

test('taking more than the drawer holds is refused without saying what it holds', async () => {
  const take = { kind: 'DROP', amountCentavos: 61_601, reason: 'Caja fuerte' }
  const move = (who: Member) => app.call(who, 'POST', `/pos/shifts/${shiftId}/cash_movements`, take)
  const refused = await move(shop.cashier)
  expect(refused.body).toMatchObject({ code: 'insufficient_cash', wantedCentavos: 61_601 })
  expect(refused.text).not.toContain('61600')
  expect(refused.body).not.toHaveProperty('heldCentavos')
  expect((await move(shop.manager)).body).toMatchObject({ code: 'insufficient_cash', heldCentavos: 61_600 })
})

test('a refund without an approval answers the same whether the drawer holds it or not', async () => {
  const villa = await tills.product(shop.store, { priceCentavos: 1_000_000 })
  const cart = await tills.cart(shop.cashier, [{ variantId: villa }])
  const card = { method: 'CARD' as const, amountCentavos: 1_000_000, reference: '004512' }
  const sold = (await tills.finalize(shop.cashier, cart, [card])).body.order
  const asked = async (amountCentavos: number) => {
    const lines = [{ lineItemId: sold.lines[0].id, amountCentavos }]
    const wanted = { type: 'REFUND', refundMethod: 'CASH', reason: 'No le gustó', lines }
    const { status, body } = await app.call(
      shop.cashier,
      'POST',
      `/pos/sales_orders/${sold.id}/refunds`,
      wanted,
    )
    return [status, body.code]
  }
  const pending = [409, 'approval_pending']
  expect([await asked(61_600), await asked(61_601)]).toEqual([pending, pending])
})

test('only managers set it', async () => {
  const change = (who: Member) =>
    app.call(who, 'PATCH', `/pos/stores/${shop.store.id}`, { cashiersCountBlind: false }, { 'if-match': '*' })
  expect((await change(shop.cashier)).body).toMatchObject({ status: 403, code: 'forbidden' })
  expect((await change(shop.supervisor)).body).toMatchObject({ status: 403, code: 'forbidden' })
  expect((await report(shop.cashier)).status).toBe(403)
})
