import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Answer, App } from '../../../test/app.ts'
import { sharedProduct } from '../../../test/shared-product.ts'
import { enableTerminal, enterAt, giveCode } from '../../../test/terminal-session.ts'
import { deviceId, type Shop, type Tills, tillsOf } from '../../../test/till.ts'
import type { Member } from '../../../test/world.ts'

let app: App
let tills: Tills
let shop: Shop
let shiftId: string
let coffee: string

beforeAll(async () => {
  app = await sharedProduct()
  tills = tillsOf(app)
  shop = await tills.shop()
  shiftId = (await app.call(shop.cashier, 'GET', `/pos/shifts/current?storeId=${shop.store.id}`)).body.shift
    .id
  coffee = await tills.product(shop.store, { priceCentavos: 4_650 })
})

/** One item, paid in cash to the centavo by default. */
const sale = (variantId = coffee, priceCentavos = 4_650, more: Record<string, unknown> = {}) => ({
  id: deviceId(),
  storeId: shop.store.id,
  shiftId,
  soldAt: new Date().toISOString(),
  lines: [
    {
      variantId,
      productName: 'Café de olla',
      quantity: 1,
      unitPriceCentavos: priceCentavos,
      taxRateBps: 1_600,
      isTaxExempt: false,
      isTaxIncluded: true,
    },
  ],
  payments: [{ method: 'CASH', amountCentavos: priceCentavos }],
  ...more,
})
type NewSale = ReturnType<typeof sale>

const send = (who: { token: string }, of: NewSale): Promise<Answer> =>
  app.call(who, 'POST', '/pos/offline_sales', of)
const decide = (who: Member, id: string, verdict: 'accept' | 'discard', body: object = {}) =>
  app.call(who, 'POST', `/pos/offline_sales/${id}/${verdict}`, body)
const codes = ({ body }: Answer) => body.reasons.map(({ code }: { code: string }) => code)
const expectHeld = (answer: Answer, reasons: readonly string[]) => {
  expect(answer.status, answer.text).toBe(201)
  expect([answer.body.status, codes(answer)], answer.text).toEqual(['HELD', reasons])
}
const expectedCash = async (shift: string) =>
  (await app.call(shop.manager, 'GET', `/pos/shifts/${shift}/report`)).body.totals.expectedCentavos
const setFor = async (key: string, value: number | null) => {
  const admin = await app.world.platformAdmin()
  const answer = await app.call(
    admin,
    'PUT',
    `/platform/merchants/${shop.store.merchantId}/settings/${key}`,
    { value },
  )
  expect(answer.status, answer.text).toBe(200)
}

describe('the person who hands in a sale', () => {
  test('a sale handed in for another person with an open drawer is held with that person’s name', async () => {
    const answer = await send(shop.supervisor, sale())
    expectHeld(answer, ['drawer_of_another', 'handed_in_by_another'])
    expect(answer.body).toMatchObject({ handedInName: shop.supervisor.name, accountId: shop.cashier.id })
    expect(answer.body.reasons).toMatchObject([
      { personName: shop.cashier.name },
      { personName: shop.supervisor.name },
    ])
  })

  test('neither the person who handed it in nor the seller can accept it; another supervisor can', async () => {
    const { body: forCashier } = await send(shop.supervisor, sale())
    const byHand = await decide(shop.supervisor, forCashier.id, 'accept')
    expect([byHand.status, byHand.body.code]).toEqual([403, 'self_approval'])
    const maker = await app.world.member(shop.store, 'supervisor')
    const own = sale(coffee, 4_000, { shiftId: await tills.openShift(maker) })
    expectHeld(await send(maker, own), ['price_lower'])
    for (const verdict of ['accept', 'discard'] as const) {
      const refused = await decide(maker, own.id, verdict, verdict === 'discard' ? { reason: 'Nada' } : {})
      expect([refused.status, refused.body.code]).toEqual([403, 'self_approval'])
    }
    expect((await decide(shop.supervisor, own.id, 'accept')).body.status).toBe('BOOKED')
    expect((await decide(shop.manager, forCashier.id, 'accept')).body.status).toBe('BOOKED')
  })

  test('a supervisor with an open shift sends a payment that a cashier set aside: it is held, and sold into neither drawer', async () => {
    const supervisor = await app.world.member(shop.store, 'supervisor')
    const shifts = [shiftId, await tills.openShift(supervisor)]
    const drawers = () => Promise.all(shifts.map(expectedCash))
    const before = await drawers()
    const cart = await tills.cart(shop.cashier, [{ variantId: coffee }], { id: deviceId() })
    expectHeld(await send(supervisor, sale(coffee, 4_650, { id: cart.id })), [
      'drawer_of_another',
      'handed_in_by_another',
    ])
    const late = await tills.finalize(supervisor, cart)
    expect([late.status, late.body.code]).toEqual([409, 'cart_closed'])
    expect(await drawers()).toEqual(before)
  })

  test('a supervisor hands in a payment of a cashier that had arrived: it is the sale that it had made', async () => {
    const supervisor = await app.world.member(shop.store, 'supervisor')
    const cart = await tills.cart(shop.cashier, [{ variantId: coffee }], { id: deviceId() })
    const { body: sold } = await tills.finalize(shop.cashier, cart)
    const before = await expectedCash(shiftId)
    const { body } = await send(supervisor, sale(coffee, 4_650, { id: cart.id }))
    expect(body).toMatchObject({ status: 'BOOKED', orderId: sold.order.id, folio: sold.order.folio })
    expect(await expectedCash(shiftId)).toBe(before)
  })

  test('a sale whose cart another person has recalled is held with that person’s name, and accepted beside their sale', async () => {
    const other = await app.world.member(shop.store, 'cashier')
    await tills.openShift(other)
    const cart = await tills.cart(shop.cashier, [{ variantId: coffee }], { id: deviceId() })
    for (const [who, act] of [
      [shop.cashier, 'park'],
      [other, 'recall'],
    ] as const)
      expect((await app.call(who, 'POST', `/pos/carts/${cart.id}/${act}`, {})).status).toBe(200)
    const own = sale(coffee, 4_650, { id: cart.id })
    const answer = await send(shop.cashier, own)
    expectHeld(answer, ['cart_of_another'])
    expect(answer.body.reasons).toMatchObject([{ personName: other.name }])
    const { body: open } = await app.call(other, 'GET', `/pos/carts/${cart.id}`)
    expect(open.status).toBe('OPEN')
    const finalized = await tills.finalize(other, open)
    expect(finalized.status, finalized.text).toBe(201)
    const accepted = await decide(shop.supervisor, own.id, 'accept')
    expect(accepted.body.status, accepted.text).toBe('BOOKED')
    expect(accepted.body.orderId).not.toBe(finalized.body.order.id)
    expect((await send(shop.cashier, own)).body.orderId).toBe(accepted.body.orderId)
    const { body } = await app.call(shop.manager, 'GET', `/pos/sales_orders/${accepted.body.orderId}`)
    expect(body).toMatchObject({ membershipId: shop.cashier.membershipId, shiftId, totalCentavos: 4_650 })
  })

  test('a person alone in a store can discard but not accept their own sale', async () => {
    const store = await app.world.store()
    const alone = store.manager
    // A machine decides about nothing, so the person is alone all the same.
    await app.world.apiKey(alone)
    const shift = await tills.openShift(alone)
    const goods = await tills.product(store, { priceCentavos: 4_650 })
    const own = sale(goods, 4_000, { shiftId: shift, storeId: store.id })
    expectHeld(await send(alone, own), ['price_lower'])
    expect((await decide(alone, own.id, 'accept')).body.code).toBe('self_approval')
    expect((await decide(alone, own.id, 'discard', { reason: 'Se cobró de nuevo' })).body.status).toBe(
      'DISCARDED',
    )
  })
})

describe('the device', () => {
  test('a sale from another device than the one that sold it is held', async () => {
    const here = await enableTerminal(app, shop.manager, 'Caja A')
    const there = await enableTerminal(app, shop.manager, 'Caja B')
    const cashier = await app.world.member(shop.store, 'cashier')
    const atA = await enterAt(app, here, await giveCode(app, shop.manager, cashier))
    const opened = await app.call(atA, 'POST', '/pos/shifts', { openingFloatCentavos: 50_000 })
    expect(opened.status, opened.text).toBe(201)
    const shift = { shiftId: opened.body.id }
    expect((await send(atA, sale(coffee, 4_650, shift))).body.status).toBe('BOOKED')
    expect((await send(atA, sale(coffee, 4_650, { ...shift, terminalId: here.id }))).body.status).toBe(
      'BOOKED',
    )
    // Signed in with a password, from a browser that is not a terminal, or claims to be the till.
    expectHeld(await send(cashier, sale(coffee, 4_650, shift)), ['another_device'])
    expectHeld(await send(cashier, sale(coffee, 4_650, { ...shift, terminalId: here.id })), [
      'another_device',
    ])
    // The till's browser is recognized also when a person has signed in there with a password.
    const browser = (key: string) =>
      app.call(undefined, 'POST', '/pos/offline_sales', sale(coffee, 4_650, shift), {
        cookie: `mostrador=${cashier.token}; mostrador-terminal=${key}`,
        'sec-fetch-site': 'same-origin',
      })
    expect((await browser(here.deviceToken)).body.status).toBe('BOOKED')
    expectHeld(await browser(there.deviceToken), ['another_device'])
    // Sold at one till, in the shift of the other one's drawer.
    expectHeld(await send(atA, sale(coffee, 4_650, { ...shift, terminalId: there.id })), ['another_device'])
  })
})

describe('a device that is no terminal', () => {
  test('sells and hands in itself, but an enabled till that hands in its sale is noticed, and the reverse', async () => {
    const till = await enableTerminal(app, shop.manager, 'Caja C')
    const cashier = await app.world.member(shop.store, 'cashier')
    const shift = { shiftId: await tills.openShift(cashier) }
    const atTill = await enterAt(app, till, await giveCode(app, shop.manager, cashier))
    const inBrowserOfTill = (more: object) =>
      app.call(undefined, 'POST', '/pos/offline_sales', sale(coffee, 4_650, { ...shift, ...more }), {
        cookie: `mostrador=${cashier.token}; mostrador-terminal=${till.deviceToken}`,
        'sec-fetch-site': 'same-origin',
      })
    expect((await send(cashier, sale(coffee, 4_650, shift))).body.status).toBe('BOOKED')
    expectHeld(await send(atTill, sale(coffee, 4_650, shift)), ['another_device'])
    expectHeld(await inBrowserOfTill({}), ['another_device'])
    const ofTill = { ...shift, terminalId: till.id }
    expect((await send(atTill, sale(coffee, 4_650, ofTill))).body.status).toBe('BOOKED')
    expect((await inBrowserOfTill(ofTill)).body.status).toBe('BOOKED')
    expectHeld(await send(cashier, sale(coffee, 4_650, ofTill)), ['another_device'])
  })
})

describe('the count of a closed shift', () => {
  /**
   * A cashier's shift, closed with 600.00 of which 500.00 were its float, and two earlier sales of 93.00 in
   * total.
   */
  async function closedShift() {
    const cashier = await app.world.member(shop.store, 'cashier')
    const shift = { shiftId: await tills.openShift(cashier) }
    const sales = [sale(coffee, 4_650, shift), sale(coffee, 4_650, shift), sale(coffee, 4_650, shift)]
    const close = { denominations: { 50000: 1, 10000: 1 }, differenceReason: 'Ventas sin red' }
    const z = await app.call(cashier, 'POST', `/pos/shifts/${shift.shiftId}/close`, close)
    expect(z.status, z.text).toBe(201)
    for (const each of sales) expectHeld(await send(cashier, each), ['shift_closed'])
    const next = await tills.openShift(cashier)
    return { sales, next }
  }
  const movements = async (shift: string) =>
    (await app.call(shop.manager, 'GET', `/pos/cash_movements?storeId=${shop.store.id}&shiftId=${shift}`))
      .body.items

  test('sales counted with a closed shift are accepted up to its surplus in total', async () => {
    const { sales, next } = await closedShift()
    for (const { id } of sales.slice(0, 2))
      expect((await decide(shop.supervisor, id, 'accept')).body.status).toBe('BOOKED')
    const third = sales[2]?.id ?? ''
    const refused = await decide(shop.supervisor, third, 'accept')
    expect([refused.status, refused.body.code]).toEqual([409, 'surplus_exceeded'])
    expect(refused.body).toMatchObject({
      cashCentavos: 4_650,
      leftCentavos: 700,
      reportFolio: expect.stringMatching(/^Z-\d{6}$/),
    })
    expect(await movements(next)).toHaveLength(2)
    const paidIn = await decide(shop.supervisor, third, 'accept', { isCashInDrawer: true })
    expect(paidIn.body.status, paidIn.text).toBe('BOOKED')
    expect(await movements(next)).toHaveLength(2)
    expect(await expectedCash(next)).toBe(50_000 + 4_650)
  })

  test('of three accepted concurrently no more than the surplus is accepted', async () => {
    const { sales } = await closedShift()
    const answers = await Promise.all(sales.map(({ id }) => decide(shop.supervisor, id, 'accept')))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 409])
    expect(answers.find(({ status }) => status === 409)?.body.code).toBe('surplus_exceeded')
  })

  test('a count without a surplus accepts none', async () => {
    const cashier = await app.world.member(shop.store, 'cashier')
    const shift = { shiftId: await tills.openShift(cashier) }
    const own = sale(coffee, 4_650, shift)
    await app.call(cashier, 'POST', `/pos/shifts/${shift.shiftId}/close`, { denominations: { 50000: 1 } })
    expectHeld(await send(cashier, own), ['shift_closed'])
    await tills.openShift(cashier)
    const refused = await decide(shop.supervisor, own.id, 'accept')
    expect([refused.body.code, refused.body.leftCentavos]).toEqual(['surplus_exceeded', 0])
  })
})

describe('the money', () => {
  describe('of a sale of 46.33', () => {
    let odd: string
    beforeAll(async () => {
      odd = await tills.product(shop.store, { priceCentavos: 4_633 })
    })
    afterEach(() => setCoin(0))
    const setCoin = (coin: number) =>
      app.admin.query('update shop.stores set cash_rounding_centavos = $2 where id = $1', [
        shop.store.id,
        coin,
      ])
    const paid = (amountCentavos: number, method = 'CASH') => {
      const reference = method === 'CASH' ? {} : { reference: '004512' }
      return send(shop.cashier, sale(odd, 4_633, { payments: [{ method, amountCentavos, ...reference }] }))
    }

    test('payments must equal the total, rounded to the store’s coins', async () => {
      for (const amount of [4_599, 4_632, 4_634, 4_683, 4_700])
        expect((await paid(amount)).body.code).toBe('payment_mismatch')
      expect((await paid(4_633)).body.status).toBe('BOOKED')
      await setCoin(50)
      for (const [amount, method] of [
        [4_649, 'CASH'],
        [4_700, 'CASH'],
        [4_650, 'CARD'],
      ] as const) {
        const refused = await paid(amount, method)
        expect([refused.body.code, refused.body.expectedCentavos]).toEqual([
          'payment_mismatch',
          method === 'CASH' ? 4_650 : 4_633,
        ])
      }
      const booked = await paid(4_650)
      const { body } = await app.call(shop.manager, 'GET', `/pos/sales_orders/${booked.body.orderId}`)
      expect(body).toMatchObject({ totalCentavos: 4_633, roundingCentavos: 17 })
    })

    test.each([
      [50, 4_633, 0],
      [50, 4_630, -3],
      [50, 4_600, -33],
      [0, 4_650, 17],
    ])('in a store with coins of %i, one of %i was paid in coins of before: it is held, and booked as paid', async (coin, amount, roundingCentavos) => {
      await setCoin(coin)
      const answer = await paid(amount)
      expectHeld(answer, ['rounding_changed'])
      expect(answer.body.reasons).toMatchObject([{ totalCentavos: 4_633, shownCentavos: amount }])
      const accepted = await decide(shop.supervisor, answer.body.id, 'accept')
      expect(accepted.body.status, accepted.text).toBe('BOOKED')
      const { body } = await app.call(shop.manager, 'GET', `/pos/sales_orders/${accepted.body.orderId}`)
      expect(body).toMatchObject({
        ...{ totalCentavos: 4_633, roundingCentavos },
        payments: [{ method: 'CASH', amountCentavos: amount }],
      })
    })
  })

  test('prices are compared with the catalog at the time of the sale', async () => {
    const goods = await tills.product(shop.store, { priceCentavos: 1_000 })
    const reprice = async (priceCentavos: number) => {
      const answer = await app.call(shop.manager, 'PATCH', `/pos/products/${goods}`, { priceCentavos })
      expect(answer.status, answer.text).toBe(200)
    }
    const before = sale(goods, 1_000)
    const tooCheap = sale(goods, 900)
    await reprice(900)
    const between = sale(goods, 900)
    await reprice(1_200)
    // Right at the time though the price has risen since; and wrong at the time though equal to a later
    // price.
    expect((await send(shop.cashier, before)).body).toMatchObject({
      status: 'BOOKED',
      differenceCentavos: -200,
    })
    expect((await send(shop.cashier, between)).body.status).toBe('BOOKED')
    const held = await send(shop.cashier, tooCheap)
    expectHeld(held, ['price_lower'])
    expect(held.body.reasons[0]).toMatchObject({ shownCentavos: 900, catalogCentavos: 1_000 })
    expectHeld(await send(shop.cashier, sale(goods, 1_300)), ['price_higher'])
  })

  test('a bulk change, and a variant that loses its own price, record the previous prices', async () => {
    const plain = await tills.product(shop.store, { priceCentavos: 1_000 })
    const large = await tills.variant(shop.store, plain, { name: 'Grande', priceCentavos: 2_000 })
    const small = await tills.variant(shop.store, plain, { name: 'Chico' })
    const bulk = { productIds: [plain], price: { kind: 'PERCENT', percentBps: 1_000 } }
    const changed = await app.call(shop.manager, 'POST', '/pos/products/bulk-change', {
      storeId: shop.store.id,
      ...bulk,
    })
    expect(changed.status, changed.text).toBe(200)
    const own = await app.call(shop.manager, 'PATCH', `/pos/variants/${large}`, { priceCentavos: null })
    expect(own.status, own.text).toBe(200)
    const past = async (id: string) =>
      (
        await app.admin.query(
          'select price_centavos::int as price from catalog.past_prices where variant_id = $1 order by superseded_at',
          [id],
        )
      ).rows.map(({ price }) => price)
    expect([await past(plain), await past(small), await past(large)]).toEqual([
      [1_000],
      [1_000],
      [2_000, 2_200],
    ])
  })

  test('a price within the tolerance is booked, and one beyond it is held', async () => {
    const goods = await tills.product(shop.store, { priceCentavos: 1_000 })
    await setFor('offline_sales.price_tolerance_bps', 500)
    expect((await send(shop.cashier, sale(goods, 950))).body.status).toBe('BOOKED')
    expect((await send(shop.cashier, sale(goods, 1_050))).body.status).toBe('BOOKED')
    expectHeld(await send(shop.cashier, sale(goods, 949)), ['price_lower'])
    await setFor('offline_sales.price_tolerance_bps', null)
    expectHeld(await send(shop.cashier, sale(goods, 999)), ['price_lower'])
  })

  test('a sale of goods that were deleted is held, and cannot be accepted', async () => {
    const gone = await tills.product(shop.store, { priceCentavos: 1_000 })
    const sold = sale(gone, 1_000)
    expect((await app.call(shop.manager, 'DELETE', `/pos/products/${gone}`)).status).toBe(204)
    expectHeld(await send(shop.cashier, sold), ['product_gone'])
    const refused = await decide(shop.supervisor, sold.id, 'accept')
    expect([refused.status, refused.body.code]).toEqual([422, 'product_unavailable'])
    const { body } = await app.call(shop.manager, 'GET', `/pos/offline_sales/${sold.id}`)
    expect(body).toMatchObject({ status: 'HELD', decidedAt: null, orderId: null })
  })

  test.each([
    ['goods by measure that are sold by the piece since', 0.75, 'unit_changed', { unit: 'PIECE' }],
    ['goods that are SIM chips since', 1, 'kind_changed', { kind: 'CHIP' }],
  ])('a sale of %s is held, and accepted only once they can be sold like this again', async (_what, quantity, code, change) => {
    const sold = { kind: 'GOODS', unit: quantity === 1 ? 'PIECE' : 'KILOGRAM' } as const
    const goods = await tills.product(shop.store, { priceCentavos: 4_000, ...sold })
    const reclassify = async (fields: object) => {
      const answer = await app.call(shop.manager, 'PATCH', `/pos/products/${goods}`, fields)
      expect(answer.status, answer.text).toBe(200)
    }
    const handedIn = () => {
      const one = sale(goods, 4_000, { payments: [{ method: 'CASH', amountCentavos: 4_000 * quantity }] })
      return { ...one, lines: one.lines.map((line) => ({ ...line, quantity })) }
    }
    const [first, second] = [handedIn(), handedIn()]
    await reclassify(change)
    for (const each of [first, second]) expectHeld(await send(shop.cashier, each), [code])
    const refused = await decide(shop.supervisor, first.id, 'accept')
    expect([refused.status, refused.body.code], refused.text).toEqual([422, 'product_unavailable'])
    const discarded = await decide(shop.supervisor, second.id, 'discard', { reason: 'Se cobró de nuevo' })
    expect(discarded.body.status, discarded.text).toBe('DISCARDED')
    await reclassify(sold)
    expect((await decide(shop.supervisor, first.id, 'accept')).body.status).toBe('BOOKED')
  })

  test('a sale above the configured amount is held', async () => {
    const dear = await tills.product(shop.store, { priceCentavos: 300_001 })
    const held = await send(shop.cashier, sale(dear, 300_001))
    expectHeld(held, ['amount_above_limit'])
    expect(held.body.reasons[0]).toMatchObject({ totalCentavos: 300_001, limitCentavos: 300_000 })
    await setFor('offline_sales.largest_sale_centavos', 300_001)
    expect((await send(shop.cashier, sale(dear, 300_001))).body.status).toBe('BOOKED')
    await setFor('offline_sales.largest_sale_centavos', null)
  })
})

describe('quantities', () => {
  test('a fraction of a piece cannot be sold in a cart or returned, and is not booked when it was sold offline', async () => {
    const parts = sale(coffee, 4_650, { payments: [{ method: 'CASH', amountCentavos: 5 }] })
    const line = { ...parts.lines[0], quantity: 0.001 }
    expectHeld(await send(shop.cashier, { ...parts, lines: [line] } as NewSale), ['unit_changed'])
    expect((await decide(shop.supervisor, parts.id, 'accept')).body.code).toBe('product_unavailable')
    const lines = [{ variantId: coffee, quantity: 1.5 }]
    const cart = await app.call(shop.cashier, 'POST', '/pos/carts', { storeId: shop.store.id, lines })
    expect([cart.status, cart.body.errors?.[0].path], cart.text).toEqual([422, '/lines/0/quantity'])
    const whole = await tills.cart(shop.cashier, [{ variantId: coffee, quantity: 2 }])
    const change = await app.call(
      shop.cashier,
      'PATCH',
      `/pos/carts/${whole.id}/lines/${whole.lines[0].id}`,
      {
        quantity: 1.5,
      },
    )
    expect([change.status, change.body.errors?.[0].path], change.text).toEqual([422, '/quantity'])
    const { order } = (await tills.finalize(shop.cashier, whole)).body
    const back = await app.call(shop.cashier, 'POST', '/pos/approvals', {
      type: 'RETURN',
      scope: 'LINE',
      orderId: order.id,
      lines: [{ lineItemId: order.lines[0].id, quantity: 0.5 }],
      reason: 'Media taza',
    })
    expect([back.status, back.body.errors?.[0].path], back.text).toEqual([422, '/lines/0/quantity'])
    const cheese = await tills.product(shop.store, { priceCentavos: 4_650, unit: 'KILOGRAM' })
    const weighed = sale(cheese, 4_650, { payments: [{ method: 'CASH', amountCentavos: 1_163 }] })
    const kilos = { ...weighed, lines: [{ ...weighed.lines[0], quantity: 0.25 }] } as NewSale
    expect((await send(shop.cashier, kilos)).body.status).toBe('BOOKED')
  })
})
