import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Answer, App } from '../../../test/app.ts'
import { sharedProduct } from '../../../test/shared-product.ts'
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
  shiftId = await openShiftOf(shop.cashier)
  coffee = await tills.product(shop.store, { priceCentavos: 4_650, stock: 1_000 })
})

const openShiftOf = async (who: Member): Promise<string> =>
  (await app.call(who, 'GET', `/pos/shifts/current?storeId=${who.storeId}`)).body.shift.id

interface Sold {
  readonly variantId: string
  readonly priceCentavos?: number
  readonly quantity?: number
  readonly more?: object
}

/** What a till hands in: goods as shown, paid in cash by default. */
const offlineSale = (lines: readonly Sold[], more: Record<string, unknown> = {}) => {
  const totalCentavos = lines.reduce(
    (sum, { priceCentavos = 4_650, quantity = 1 }) => sum + Math.round(priceCentavos * quantity),
    0,
  )
  return {
    id: deviceId(),
    storeId: shop.store.id,
    shiftId,
    soldAt: new Date().toISOString(),
    lines: lines.map(({ variantId, priceCentavos = 4_650, quantity = 1, more: rest }) => ({
      variantId,
      productName: 'Café de olla',
      quantity,
      unitPriceCentavos: priceCentavos,
      taxRateBps: 1_600,
      isTaxExempt: false,
      isTaxIncluded: true,
      ...rest,
    })),
    payments: [{ method: 'CASH', amountCentavos: totalCentavos, tenderedCentavos: totalCentavos }],
    ...more,
  }
}
type NewSale = ReturnType<typeof offlineSale>

const send = (who: Member, sale: NewSale): Promise<Answer> =>
  app.call(who, 'POST', '/pos/offline_sales', sale)
const held = async (sale: NewSale): Promise<Answer['body']> => {
  const answer = await send(shop.cashier, sale)
  expect(answer.status, answer.text).toBe(201)
  expect(answer.body.status, answer.text).toBe('HELD')
  return answer.body
}
const accept = (who: Member, id: string) => app.call(who, 'POST', `/pos/offline_sales/${id}/accept`, {})
const orderOf = async (id: string) =>
  (await app.call(shop.manager, 'GET', `/pos/sales_orders?storeId=${shop.store.id}&cartId=${id}`)).body.items
const expectedCash = async (shift: string) =>
  (await app.call(shop.manager, 'GET', `/pos/shifts/${shift}/report`)).body.totals.expectedCentavos

describe('an offline sale', () => {
  test('is booked as it was sold: goods, money, receipt and drawer', async () => {
    const [stock, cash] = [await tills.onHand(coffee), await expectedCash(shiftId)]
    const soldAt = new Date(Date.now() - 1000).toISOString()
    const sale = offlineSale([{ variantId: coffee, quantity: 2 }], { soldAt })
    const answer = await send(shop.cashier, sale)
    expect(answer.status, answer.text).toBe(201)
    expect(answer.body).toMatchObject({
      id: sale.id,
      status: 'BOOKED',
      folio: expect.stringMatching(/^A-\d{6}$/),
      membershipId: shop.cashier.membershipId,
      totalCentavos: 9_300,
      differenceCentavos: 0,
      reasons: [],
    })
    expect(await tills.onHand(coffee)).toBe(stock - 2)
    expect(await expectedCash(shiftId)).toBe(cash + 9_300)
    const order = await app.call(shop.cashier, 'GET', `/pos/sales_orders/${answer.body.orderId}`)
    expect(order.body).toMatchObject({
      cartId: sale.id,
      shiftId,
      cashierName: shop.cashier.name,
      taxCentavos: 1_283,
      lines: [{ variantId: coffee, quantity: 2, totalCentavos: 9_300 }],
      payments: [{ method: 'CASH', amountCentavos: 9_300 }],
    })
    const receipt = await app.call(shop.cashier, 'GET', `/pos/receipts/${order.body.receiptId}`)
    expect(new Date(receipt.body.content.soldAt).getTime()).toBeLessThanOrEqual(Date.parse(soldAt) + 1000)
  })

  test('is booked once, however often it is sent, also concurrently', async () => {
    const stock = await tills.onHand(coffee)
    const sale = offlineSale([{ variantId: coffee }])
    const answers = await Promise.all(Array.from({ length: 8 }, () => send(shop.cashier, sale)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 200, 200, 201])
    expect(new Set(answers.map(({ body }) => body.orderId)).size).toBe(1)
    expect((await send(shop.cashier, sale)).body.orderId).toBe(answers[0]?.body.orderId)
    expect(await tills.onHand(coffee)).toBe(stock - 1)
    expect(await orderOf(sale.id)).toHaveLength(1)
  })

  test.each([
    ['cash that was not counted', { method: 'CASH' }, { tenderedCentavos: null, reference: null }],
    ['counted cash', { method: 'CASH', tenderedCentavos: 5_000 }, { reference: null }],
    ['a card', { method: 'CARD', reference: '004512' }, { tenderedCentavos: null }],
  ])('answers null for what a payment does not have, also when it is sent again: %s', async (_what, given, absent) => {
    const payment = { ...given, amountCentavos: 4_650 }
    const sale = { ...offlineSale([{ variantId: coffee }]), payments: [payment] } as NewSale
    const answers = [await send(shop.cashier, sale), await send(shop.cashier, sale)]
    expect(answers.map(({ status }) => status)).toEqual([201, 200])
    answers.push(await app.call(shop.manager, 'GET', `/pos/offline_sales/${sale.id}`))
    for (const { body } of answers) expect(body.payments).toEqual([{ ...payment, ...absent }])
  })

  test('is refused with the id of a different one', async () => {
    const sale = offlineSale([{ variantId: coffee }])
    await send(shop.cashier, sale)
    const other = await send(shop.cashier, {
      ...offlineSale([{ variantId: coffee, quantity: 3 }]),
      id: sale.id,
    })
    expect([other.status, other.body.code]).toEqual([422, 'idempotency_key_reused'])
  })

  test('whose cart was finalized before the network failed returns that sale, and makes no second one', async () => {
    const cart = await tills.cart(shop.cashier, [{ variantId: coffee }], { id: deviceId() })
    const first = await tills.finalize(shop.cashier, cart)
    const stock = await tills.onHand(coffee)
    const answer = await send(shop.cashier, offlineSale([{ variantId: coffee }], { id: cart.id }))
    expect(answer.body).toMatchObject({
      status: 'BOOKED',
      orderId: first.body.order.id,
      folio: first.body.order.folio,
    })
    expect(await tills.onHand(coffee)).toBe(stock)
  })

  test('takes over the open cart, and a late finalize returns the same sale', async () => {
    const cart = await tills.cart(shop.cashier, [{ variantId: coffee, quantity: 5 }], { id: deviceId() })
    const answer = await send(
      shop.cashier,
      offlineSale([{ variantId: coffee, quantity: 2 }], { id: cart.id }),
    )
    expect(answer.body).toMatchObject({ status: 'BOOKED', totalCentavos: 9_300 })
    const late = await tills.finalize(shop.cashier, cart)
    expect(late.body.order).toMatchObject({ id: answer.body.orderId, totalCentavos: 9_300 })
    expect(await orderOf(cart.id)).toHaveLength(1)
  })

  test('with fewer goods than the cart it takes over leaves them in the audit log, as the person who removes them', async () => {
    const bread = await tills.product(shop.store, { priceCentavos: 1_000 })
    const scarce = await tills.product(shop.store, { priceCentavos: 4_650, stock: 1 })
    const opened = async () => {
      const lines = [
        { variantId: coffee, quantity: 5 },
        { variantId: bread, quantity: 2 },
      ]
      const id = deviceId()
      await tills.cart(shop.cashier, lines, { id })
      // Two lines of the same goods are compared together.
      const noted = { variantId: coffee, quantity: 1, note: 'sin azúcar' }
      const added = await app.call(shop.cashier, 'POST', `/pos/carts/${id}/lines`, noted)
      expect(added.status, added.text).toBe(200)
      return id
    }
    const removed = async (id: string) =>
      (
        await app.admin.query(
          `select action, user_id as "by", before, after from audit.log
            where entity = 'cart' and entity_id = $1 order by action`,
          [id],
        )
      ).rows
    const by = shop.cashier.id
    const fewer = [
      {
        ...{ action: 'cart.line_reduced', by, before: { variantId: coffee, quantity: 6 } },
        after: { variantId: coffee, quantity: 3 },
      },
      {
        ...{ action: 'cart.line_removed', by, after: null },
        before: { variantId: bread, quantity: 2, totalCentavos: 2_000 },
      },
    ]
    const sold = { variantId: coffee, quantity: 3 }
    const booked = await opened()
    expect((await send(shop.cashier, offlineSale([sold], { id: booked }))).body.status).toBe('BOOKED')
    expect(await removed(booked)).toEqual(fewer)
    const kept = await opened()
    await held(offlineSale([sold, { variantId: scarce, quantity: 2 }], { id: kept }))
    expect((await accept(shop.supervisor, kept)).body.status).toBe('BOOKED')
    expect(await removed(kept)).toEqual(fewer)
  })

  test('with all goods of the cart it takes over, and more, leaves no removal in the audit log', async () => {
    const { id } = await tills.cart(shop.cashier, [{ variantId: coffee, quantity: 2 }], { id: deviceId() })
    await send(
      shop.cashier,
      offlineSale([{ variantId: coffee }, { variantId: coffee, quantity: 2, more: { note: 'frío' } }], {
        id,
      }),
    )
    expect(await orderOf(id)).toHaveLength(1)
    const { rows } = await app.admin.query(`select action from audit.log where entity_id = $1`, [id])
    expect(rows).toEqual([])
  })

  test('that is held takes over its cart as well: a late finalize sells nothing', async () => {
    const scarce = await tills.product(shop.store, { priceCentavos: 4_650, stock: 3 })
    const cart = await tills.cart(shop.cashier, [{ variantId: scarce }], { id: deviceId() })
    await held(offlineSale([{ variantId: scarce, quantity: 5 }], { id: cart.id }))
    const late = await tills.finalize(shop.cashier, cart)
    expect([late.status, late.body.code]).toEqual([409, 'cart_closed'])
    expect(await orderOf(cart.id)).toEqual([])
  })

  test('keeps a price that has fallen since, and records the difference', async () => {
    const dear = await tills.product(shop.store, { priceCentavos: 1_000 })
    const sale = offlineSale([{ variantId: dear, priceCentavos: 1_000, quantity: 3 }])
    const cheaper = await app.call(shop.manager, 'PATCH', `/pos/products/${dear}`, { priceCentavos: 900 })
    expect(cheaper.status, cheaper.text).toBe(200)
    const answer = await send(shop.cashier, sale)
    expect(answer.body).toMatchObject({ status: 'BOOKED', totalCentavos: 3_000, differenceCentavos: 300 })
  })

  test.each([
    ['a higher catalog price', { priceCentavos: 5_000 }, 4_650, {}, 'price_lower'],
    ['too little stock', { priceCentavos: 4_650, stock: 0 }, 4_650, {}, 'insufficient_stock'],
    ['another tax', { priceCentavos: 4_650, tax: 'IVA_0' }, 4_650, {}, 'tax_changed'],
    ['a discount', { priceCentavos: 4_650 }, 4_650, { discountCentavos: 1 }, 'discounted'],
  ] as const)('is held for a supervisor: %s', async (_why, goods, priceCentavos, more, code) => {
    const variantId = await tills.product(shop.store, goods)
    const sale = offlineSale([{ variantId, priceCentavos, more }])
    if ('discountCentavos' in more)
      sale.payments = [{ method: 'CASH', amountCentavos: 4_649, tenderedCentavos: 4_649 }]
    const kept = await held(sale)
    expect(kept.reasons).toMatchObject([{ code, variantId, productName: 'Café de olla' }])
    expect(await orderOf(kept.id)).toEqual([])
    const ofCashier = await accept(shop.cashier, kept.id)
    expect([ofCashier.status, ofCashier.body.code]).toEqual([403, 'forbidden'])
    const accepted = await accept(shop.supervisor, kept.id)
    expect(accepted.status, accepted.text).toBe(200)
    expect(accepted.body).toMatchObject({ status: 'BOOKED', deciderName: shop.supervisor.name })
    expect(await orderOf(kept.id)).toMatchObject([{ membershipId: shop.cashier.membershipId, shiftId }])
    expect((await accept(shop.supervisor, kept.id)).body.orderId).toBe(accepted.body.orderId)
    expect((await send(shop.cashier, sale)).body).toMatchObject({ status: 'BOOKED' })
  })

  test('of goods without stock books an adjustment, and the level stays at zero', async () => {
    const variantId = await tills.product(shop.store, { priceCentavos: 4_650, stock: 2 })
    const kept = await held(offlineSale([{ variantId, quantity: 3 }]))
    expect(kept.reasons).toMatchObject([{ code: 'insufficient_stock', available: 2, wanted: 3 }])
    await accept(shop.manager, kept.id)
    expect(await tills.onHand(variantId)).toBe(0)
    const { rows } = await app.admin.query(
      'select kind, quantity::float from stock.stock_movements where variant_id = $1 order by id',
      [variantId],
    )
    expect(rows).toEqual([
      { kind: 'RECEIPT', quantity: 2 },
      { kind: 'ADJUSTMENT', quantity: 1 },
      { kind: 'SALE', quantity: -3 },
    ])
    const faults = 'select * from stock.stock_faults() where merchant_id = $1'
    expect((await app.admin.query(faults, [shop.store.merchantId])).rows).toEqual([])
  })

  test('can be discarded with a reason, which is final', async () => {
    const variantId = await tills.product(shop.store, { priceCentavos: 9_000 })
    const sale = offlineSale([{ variantId }])
    const { id } = await held(sale)
    const path = `/pos/offline_sales/${id}/discard`
    expect((await app.call(shop.supervisor, 'POST', path, {})).status).toBe(422)
    const reason = 'Se devolvió el dinero al cliente'
    const discarded = await app.call(shop.supervisor, 'POST', path, { reason })
    expect(discarded.body).toMatchObject({ status: 'DISCARDED', decisionReason: reason })
    expect((await send(shop.cashier, sale)).body.status).toBe('DISCARDED')
    const late = await accept(shop.supervisor, id)
    expect([late.status, late.body.code]).toEqual([409, 'invalid_transition'])
    const { rows } = await app.admin.query(`select action from audit.log where entity_id = $1 order by id`, [
      id,
    ])
    expect(rows.map(({ action }) => action)).toEqual(['offline_sale.held', 'offline_sale.discarded'])
  })
})

describe('a shift that was closed before the sale arrived', () => {
  test('accepts nothing more; cash counted with it leaves the drawer that takes the sale', async () => {
    const cashier = await app.world.member(shop.store, 'cashier')
    const closed = await tills.openShift(cashier)
    const sale = offlineSale([{ variantId: coffee }], { shiftId: closed })
    const close = { denominations: { 50000: 1, 5000: 1 }, differenceReason: 'Venta sin red' }
    const z = await app.call(cashier, 'POST', `/pos/shifts/${closed}/close`, close)
    expect(z.status, z.text).toBeLessThan(300)
    const received = await send(cashier, sale)
    expect(received.body).toMatchObject({ status: 'HELD', reasons: [{ code: 'shift_closed' }] })
    const without = await accept(shop.supervisor, sale.id)
    expect([without.status, without.body.code]).toEqual([409, 'shift_closed'])
    const next = await tills.openShift(cashier)
    const accepted = await accept(shop.supervisor, sale.id)
    expect(accepted.status, accepted.text).toBe(200)
    expect(await orderOf(sale.id)).toMatchObject([{ shiftId: next, cashierName: cashier.name }])
    expect(await expectedCash(next)).toBe(50_000)
    const { body } = await app.call(
      shop.manager,
      'GET',
      `/pos/cash_movements?storeId=${shop.store.id}&shiftId=${next}`,
    )
    expect(body.items).toMatchObject([{ kind: 'CASH_OUT', amountCentavos: 4_650 }])
    expect(body.items[0].reason).toMatch(/^A-\d{6} · Z-\d{6}$/)
  })
})

describe('who may hand in what', () => {
  test('a supervisor may for a cashier, in the cashier’s name, and another supervisor accepts it; another cashier may not', async () => {
    const other = await app.world.member(shop.store, 'cashier')
    const sale = offlineSale([{ variantId: coffee }])
    const refused = await send(other, sale)
    expect([refused.status, refused.body.code]).toEqual([422, 'invalid_request'])
    expect(refused.body.errors).toEqual([{ path: '/shiftId', message: 'is not your shift in this store' }])
    const answer = await send(shop.supervisor, sale)
    expect(answer.body).toMatchObject({ status: 'HELD', membershipId: shop.cashier.membershipId })
    expect((await accept(shop.manager, sale.id)).body).toMatchObject({ status: 'BOOKED' })
    expect(await orderOf(sale.id)).toMatchObject([{ cashierName: shop.cashier.name, shiftId }])
  })

  test.each([
    [
      'payments that do not add up to the lines',
      { payments: [{ method: 'CASH', amountCentavos: 1 }] },
      'payment_mismatch',
    ],
    [
      'a card without its authorization',
      { payments: [{ method: 'CARD', amountCentavos: 4_650 }] },
      'invalid_request',
    ],
    [
      'cash that does not cover its amount',
      { payments: [{ method: 'CASH', amountCentavos: 4_650, tenderedCentavos: 4_000 }] },
      'tender_too_small',
    ],
    ['no lines', { lines: [] }, 'invalid_request'],
    ['an id that is not a UUIDv7', { id: randomUUID() }, 'invalid_request'],
  ])('%s are refused with their field, and nothing is stored', async (_what, change, code) => {
    const sale = { ...offlineSale([{ variantId: coffee }]), ...change } as NewSale
    const answer = await send(shop.cashier, sale)
    expect([answer.status, answer.body.code], answer.text).toEqual([422, code])
    expect((await app.call(shop.manager, 'GET', `/pos/offline_sales/${sale.id}`)).status).toBe(404)
  })

  test('the id of another store’s cart is refused, and the cart is not touched', async () => {
    const other = await app.world.member(
      await app.world.store({ id: shop.store.merchantId, owner: shop.manager }),
      'cashier',
    )
    const goods = await tills.product({ id: other.storeId, merchantId: shop.store.merchantId })
    const cart = await tills.cart(other, [{ variantId: goods }], { id: deviceId() })
    const answer = await send(shop.cashier, offlineSale([{ variantId: coffee }], { id: cart.id }))
    expect([answer.status, answer.body.code], answer.text).toEqual([409, 'duplicate_value'])
    expect((await app.call(other, 'GET', `/pos/carts/${cart.id}`)).body.status).toBe('OPEN')
  })
})
