import { beforeAll, describe, expect, test } from 'vitest'
import type { App } from '../../../test/app.ts'
import { sharedProduct } from '../../../test/shared-product.ts'
import { type Shop, type Tills, tillsOf } from '../../../test/till.ts'

let app: App
let tills: Tills

beforeAll(async () => {
  app = await sharedProduct()
  tills = tillsOf(app)
})

describe('in a store that rounds cash to 50 centavos', () => {
  let coins: Shop
  const goods = (priceCentavos: number) => tills.product(coins.store, { priceCentavos })
  beforeAll(async () => {
    coins = await tills.shop()
    await app.admin.query('update shop.stores set cash_rounding_centavos = 50 where id = $1', [
      coins.store.id,
    ])
  })

  test.each([
    [1_024, 1_000],
    [1_025, 1_050],
    [1_049, 1_050],
    [1_050, 1_050],
    [1_074, 1_050],
    [1_075, 1_100],
    [24, 0],
    [25, 50],
  ])('cash for %i centavos is %i', async (total, cash) => {
    const cart = await tills.cart(coins.cashier, [{ variantId: await goods(total) }])
    expect(cart.cashTotalCentavos).toBe(cash)
    const refused = await tills.finalize(coins.cashier, cart, [{ method: 'CASH', amountCentavos: cash + 1 }])
    expect(refused.body).toMatchObject({
      code: 'payment_mismatch',
      expectedCentavos: cash,
      roundingCentavos: cash - total,
    })
    const sold = await tills.finalize(coins.cashier, cart, [{ method: 'CASH', amountCentavos: cash }])
    expect(sold).toMatchObject({
      status: 201,
      body: {
        order: { totalCentavos: total, roundingCentavos: cash - total },
        payments: [{ amountCentavos: cash }],
        receipt: { content: { roundingCentavos: cash - total } },
      },
    })
  })

  test('card payments are exact, and only the part left for cash is rounded', async () => {
    const cart = await tills.cart(coins.cashier, [{ variantId: await goods(10_030) }])
    const exact = await tills.finalize(coins.cashier, cart, [{ method: 'CARD', amountCentavos: 10_030 }])
    expect(exact.body.order.roundingCentavos).toBe(0)
    const mixed = await tills.cart(coins.cashier, [{ variantId: await goods(10_030) }])
    const sold = await tills.finalize(coins.cashier, mixed, [
      { method: 'CARD', amountCentavos: 5_000 },
      { method: 'CASH', amountCentavos: 3_000 },
      { method: 'CASH', amountCentavos: 2_050, tenderedCentavos: 2_100 },
    ])
    expect(sold.body).toMatchObject({
      order: { roundingCentavos: 20 },
      receipt: { content: { changeCentavos: 50 } },
    })
  })
})

test('no request caused a server error', () => {
  expect(app.logLines.filter((each) => each.includes('"level":50'))).toEqual([])
})
