import { beforeAll, describe, expect, test } from 'vitest'
import type { App } from '../../../test/app.ts'
import { sharedProduct } from '../../../test/shared-product.ts'
import { type Payment, type Shop, type Tills, tillsOf } from '../../../test/till.ts'

let app: App
let tills: Tills
let shop: Shop
let coffee: string
let cheese: string

beforeAll(async () => {
  app = await sharedProduct()
  tills = tillsOf(app)
  shop = await tills.shop()
  coffee = await tills.product(shop.store, { priceCentavos: 4_650, stock: 1_000 })
  cheese = await tills.product(shop.store, {
    name: 'Queso Oaxaca',
    unit: 'KILOGRAM',
    priceCentavos: 18_990,
    tax: 'IVA_0',
    stock: 50,
  })
})

const rowsOf = async (table: string, orderId: string, key = 'order_id') =>
  (await app.admin.query(`select * from ${table} where ${key} = $1 order by id`, [orderId])).rows

describe('finalizing a cart', () => {
  test('takes the goods, writes order, payments and receipt, and closes it', async () => {
    const before = [await tills.onHand(coffee), await tills.onHand(cheese)] as const
    const cart = await tills.cart(shop.cashier, [
      { variantId: coffee, quantity: 2 },
      { variantId: cheese, quantity: 0.755 },
    ])
    expect(cart.totalCentavos).toBe(9_300 + 14_337)
    const answer = await tills.finalize(shop.cashier, cart, [
      { method: 'CARD', amountCentavos: 10_000, reference: '004512' },
      { method: 'CASH', amountCentavos: 13_637, tenderedCentavos: 20_000 },
    ])
    expect(answer.status, answer.text).toBe(201)
    const { order, payments, receipt } = answer.body
    expect(answer.headers.get('location')).toBe(`/pos/sales_orders/${order.id}`)
    expect(order).toMatchObject({
      cartId: cart.id,
      storeId: shop.store.id,
      membershipId: shop.cashier.membershipId,
      cashierName: shop.cashier.name,
      folio: expect.stringMatching(/^A-\d{6}$/),
      grossCentavos: 23_637,
      discountCentavos: 0,
      taxCentavos: 1_283,
      totalCentavos: 23_637,
      roundingCentavos: 0,
      lines: [
        { quantity: 2, totalCentavos: 9_300 },
        { quantity: 0.755, totalCentavos: 14_337 },
      ],
      chips: [],
    })
    expect(payments).toMatchObject([
      {
        method: 'CARD',
        amountCentavos: 10_000,
        tenderedCentavos: null,
        changeCentavos: 0,
        reference: '004512',
      },
      {
        method: 'CASH',
        amountCentavos: 13_637,
        tenderedCentavos: 20_000,
        changeCentavos: 6_363,
        reference: null,
      },
    ])
    expect(receipt).toMatchObject({ kind: 'SALE', folio: order.folio, orderId: order.id })
    expect([await tills.onHand(coffee), await tills.onHand(cheese)]).toEqual([
      before[0] - 2,
      before[1] - 0.755,
    ])
    const moved = await rowsOf('stock.stock_movements', order.id, 'document_id')
    expect(moved.map(({ kind, quantity }) => [kind, Number(quantity)]).sort()).toEqual([
      ['SALE', -0.755],
      ['SALE', -2],
    ])
    const booked = await rowsOf('selling.transactions', order.id)
    expect(
      booked.map(({ kind, method, amount_centavos }) => [kind, method, Number(amount_centavos)]),
    ).toEqual([
      ['PAYMENT', 'CARD', 10_000],
      ['PAYMENT', 'CASH', 13_637],
    ])
    expect(booked.every(({ shift_id }) => shift_id === order.shiftId)).toBe(true)
    const closed = await app.call(shop.cashier, 'GET', `/pos/carts/${cart.id}`)
    expect(closed.body).toMatchObject({ status: 'FINALIZED', orderId: order.id, totalCentavos: 23_637 })
    const read = await app.call(shop.supervisor, 'GET', `/pos/sales_orders/${order.id}`)
    expect(read.body).toEqual({ ...order, payments, refundedCentavos: 0, refunds: [], receiptId: receipt.id })
    const audit = await app.admin.query('select action, user_id, after from audit.log where entity_id = $1', [
      order.id,
    ])
    expect(audit.rows).toMatchObject([
      {
        action: 'sale.completed',
        user_id: shop.cashier.id,
        after: { folio: order.folio, totalCentavos: 23_637 },
      },
    ])
    const told = await app.admin.query(`select payload from events.events where payload ->> 'orderId' = $1`, [
      order.id,
    ])
    expect(told.rows.map(({ payload }) => payload)).toEqual([
      { orderId: order.id, cartId: cart.id, shiftId: order.shiftId, terminalId: null },
    ])
  })

  test('prints a receipt with everything that it must contain', async () => {
    await app.admin.query(
      `update platform.merchants set rfc = 'EKU9003173C9', trade_name = 'La Esquina' where id = $1`,
      [shop.store.merchantId],
    )
    await app.admin.query(
      `update shop.stores set address = 'Av. Juárez 112, Puebla', phone = '2225550000' where id = $1`,
      [shop.store.id],
    )
    const plus = await tills.product(shop.store, {
      name: 'Flete',
      kind: 'SERVICE',
      priceCentavos: 10_000,
      isTaxIncluded: false,
    })
    const book = await tills.product(shop.store, { name: 'Libro', priceCentavos: 15_000, tax: 'EXENTO' })
    const customer = await app.call(shop.cashier, 'POST', '/pos/customers', {
      storeId: shop.store.id,
      name: 'Rosa Núñez',
      rfc: 'XAXX010101000',
    })
    const terminal = await app.call(shop.manager, 'POST', '/pos/terminals', {
      storeId: shop.store.id,
      name: 'Caja 1',
    })
    const cart = await tills.cart(
      shop.cashier,
      [
        { variantId: plus },
        { variantId: book, note: 'dedicado' },
        { variantId: cheese },
        { variantId: coffee },
      ],
      { customerId: customer.body.id, terminalId: terminal.body.id },
    )
    const { receipt } = (
      await tills.finalize(shop.cashier, cart, [
        { method: 'TRANSFER', amountCentavos: cart.totalCentavos, reference: 'MBAN01' },
      ])
    ).body
    expect(receipt.content).toEqual({
      merchant: { name: expect.any(String), tradeName: 'La Esquina', rfc: 'EKU9003173C9' },
      store: {
        name: shop.store.name,
        code: shop.store.code,
        address: 'Av. Juárez 112, Puebla',
        phone: '2225550000',
      },
      timeZone: 'America/Mexico_City',
      soldAt: receipt.createdAt,
      folio: receipt.folio,
      cashierName: shop.cashier.name,
      terminalName: 'Caja 1',
      customer: { name: 'Rosa Núñez', rfc: 'XAXX010101000' },
      lines: [
        expect.objectContaining({
          productName: 'Flete',
          grossCentavos: 10_000,
          totalCentavos: 11_600,
          quantity: 1,
        }),
        expect.objectContaining({
          productName: 'Libro',
          isTaxExempt: true,
          note: 'dedicado',
          totalCentavos: 15_000,
        }),
        expect.objectContaining({
          productName: 'Queso Oaxaca',
          unit: 'KILOGRAM',
          taxRateBps: 0,
          isTaxExempt: false,
        }),
        expect.objectContaining({ productName: 'Café de olla', taxRateBps: 1_600, totalCentavos: 4_650 }),
      ],
      taxes: [
        { rateBps: 1_600, isExempt: false, baseCentavos: 10_000 + 4_009, taxCentavos: 1_600 + 641 },
        { rateBps: 0, isExempt: false, baseCentavos: 18_990, taxCentavos: 0 },
        { rateBps: 0, isExempt: true, baseCentavos: 15_000, taxCentavos: 0 },
      ],
      grossCentavos: 48_640,
      discountCentavos: 0,
      taxCentavos: 2_241,
      totalCentavos: 50_240,
      roundingCentavos: 0,
      payments: [
        {
          method: 'TRANSFER',
          amountCentavos: 50_240,
          tenderedCentavos: null,
          changeCentavos: 0,
          reference: 'MBAN01',
        },
      ],
      changeCentavos: 0,
      chips: [],
    })
    await app.admin.query(`update shop.stores set address = 'Otra calle' where id = $1`, [shop.store.id])
    const later = await app.call(shop.cashier, 'GET', `/pos/receipts/${receipt.id}`)
    expect(later.body).toEqual(receipt)
  })

  test('binds the oldest chips, and prints their numbers on the receipt', async () => {
    const chip = await tills.product(shop.store, { kind: 'CHIP', name: 'Chip Telcel', priceCentavos: 5_000 })
    const [first, second] = await tills.chips(shop, chip, [901, 902, 903])
    const sold = await tills.sale(shop.cashier, [{ variantId: chip, quantity: 2 }])
    const iccids = [first, second]
    expect(sold.order.chips.map((each: { iccid: string }) => each.iccid)).toEqual(iccids)
    expect(sold.receipt.content.chips).toEqual(
      iccids.map((iccid) => ({ productName: 'Chip Telcel', iccid, msisdn: null })),
    )
    const units = await app.admin.query(
      'select status, order_id from stock.chip_units where iccid = any ($1) and merchant_id = $2',
      [iccids, shop.store.merchantId],
    )
    expect(units.rows).toEqual(iccids.map(() => ({ status: 'SOLD', order_id: sold.order.id })))
    const toMany = await tills.finalize(
      shop.cashier,
      await tills.cart(shop.cashier, [{ variantId: chip, quantity: 2 }]),
    )
    expect(toMany).toMatchObject({
      status: 409,
      body: { code: 'insufficient_stock', productId: chip, available: 1 },
    })
  })

  test('twice, with any key, is one sale', async () => {
    const cart = await tills.cart(shop.cashier, [{ variantId: coffee }])
    const key = { 'idempotency-key': `sale-${cart.id}` }
    const first = await tills.finalize(shop.cashier, cart, undefined, key)
    const same = await tills.finalize(shop.cashier, cart, undefined, key)
    const other = await tills.finalize(shop.cashier, cart, undefined, {
      'idempotency-key': `again-${cart.id}`,
    })
    const without = await tills.finalize(shop.cashier, cart)
    expect([first, same, other, without].map(({ status }) => status)).toEqual([201, 201, 200, 200])
    expect(same.headers.get('idempotent-replayed')).toBe('true')
    expect(JSON.parse(same.text)).toEqual(JSON.parse(first.text))
    expect(other.body).toEqual(first.body)
    expect(without.body).toEqual(first.body)
    expect(await rowsOf('selling.sales_orders', cart.id, 'cart_id')).toHaveLength(1)
    const reused = await tills.finalize(shop.cashier, { ...cart, version: 7 }, undefined, key)
    expect(reused).toMatchObject({ status: 422, body: { code: 'idempotency_key_reused' } })
    const mate = await app.world.member(shop.store, 'cashier')
    expect(await tills.finalize(mate, cart), 'the receipt is the cashier’s own').toMatchObject({
      status: 409,
      body: { code: 'cart_closed', orderId: first.body.order.id },
    })
    expect((await tills.finalize(shop.supervisor, cart)).body).toEqual(first.body)
  })

  test('sells at the price shown even if the product has changed since', async () => {
    const tea = await tills.product(shop.store, { priceCentavos: 1_000 })
    const cart = await tills.cart(shop.cashier, [{ variantId: tea }])
    await app.admin.query(
      'update catalog.products set price_centavos = 9900, is_active = false where id = $1',
      [tea],
    )
    const sold = await tills.finalize(shop.cashier, cart)
    expect(sold).toMatchObject({ status: 201, body: { order: { totalCentavos: 1_000 } } })
  })

  test('with a total of zero needs no payment', async () => {
    const gift = await tills.product(shop.store, { priceCentavos: 0 })
    const sold = await tills.finalize(shop.cashier, await tills.cart(shop.cashier, [{ variantId: gift }]))
    expect(sold).toMatchObject({ status: 201, body: { order: { totalCentavos: 0 }, payments: [] } })
    expect(sold.body.receipt.content).toMatchObject({ payments: [], changeCentavos: 0 })
  })

  test('numbers the receipts of a store consecutively, also after refusals', async () => {
    const fresh = await tills.shop()
    const tea = await tills.product(fresh.store, { stock: 6 })
    const folios: string[] = []
    for (let no = 0; no < 3; no++) {
      folios.push((await tills.sale(fresh.cashier, [{ variantId: tea }])).receipt.folio)
      const greedy = await tills.cart(fresh.cashier, [{ variantId: tea, quantity: 100 }])
      expect((await tills.finalize(fresh.cashier, greedy)).status).toBe(409)
    }
    expect(folios).toEqual(['A-000001', 'A-000002', 'A-000003'])
  })

  test('belongs to the business day in the store’s time zone', async () => {
    const far = await tills.shop()
    await app.admin.query(`update shop.stores set time_zone = 'Pacific/Kiritimati' where id = $1`, [
      far.store.id,
    ])
    const sold = await tills.sale(far.cashier, [{ variantId: await tills.product(far.store) }])
    const day = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Pacific/Kiritimati' }).format(
      new Date(sold.order.createdAt),
    )
    expect(sold.order).toMatchObject({ soldOn: day, soldAt: sold.order.createdAt })
  })
})

describe('is refused and changes nothing', () => {
  const untouched = async (refused: () => Promise<unknown>) => {
    const state = async () =>
      (
        await app.admin.query(
          `select (select count(*) from selling.sales_orders) as orders, (select count(*) from stock.stock_movements) as moves,
                  (select sum(on_hand) from stock.stock_levels) as stock, (select sum(last_no) from shop.folios) as folios,
                  (select count(*) from selling.receipts) as receipts, (select count(*) from selling.transactions) as money`,
        )
      ).rows[0]
    const before = await state()
    await refused()
    expect(await state()).toEqual(before)
  }

  test('a part of a piece: goods that were sold by weight when they were added', async () => {
    const beans = await tills.product(shop.store, { unit: 'KILOGRAM', stock: 10 })
    const cart = await tills.cart(shop.cashier, [{ variantId: beans, quantity: 0.75 }])
    const soldBy = (unit: string) =>
      app.call(shop.manager, 'PATCH', `/pos/products/${beans}`, { unit }).then(({ status }) => status)
    expect(await soldBy('PIECE')).toBe(200)
    await untouched(async () => {
      expect(await tills.finalize(shop.cashier, cart)).toMatchObject({
        status: 422,
        body: { code: 'product_unavailable', lines: [{ variantId: beans, productName: expect.any(String) }] },
      })
    })
    expect(await tills.onHand(beans)).toBe(10)
    expect(await soldBy('KILOGRAM')).toBe(200)
    expect((await tills.finalize(shop.cashier, cart)).status).toBe(201)
  })

  test('a cart without enough stock, with every shortage listed', async () => {
    const [rare, common] = [
      await tills.product(shop.store, { stock: 1 }),
      await tills.product(shop.store, { stock: 100 }),
    ]
    const cart = await tills.cart(shop.cashier, [
      { variantId: common, quantity: 5 },
      { variantId: rare, quantity: 1, note: 'x' },
      { variantId: rare, quantity: 1 },
    ])
    await untouched(async () => {
      const answer = await tills.finalize(shop.cashier, cart, undefined, {
        'idempotency-key': `lack-${cart.id}`,
      })
      expect(answer).toMatchObject({
        status: 409,
        body: { code: 'insufficient_stock', lines: [{ variantId: rare, available: 1, wanted: 2 }] },
      })
    })
    await app.admin.query(
      `select stock.move_stock($1, $2, 'RECEIPT', null, null, array[$3::uuid], array[1::numeric])`,
      [shop.store.merchantId, shop.store.id, rare],
    )
    const now = await tills.finalize(shop.cashier, cart, undefined, { 'idempotency-key': `lack-${cart.id}` })
    expect(now.status, 'a refusal does not use up its key').toBe(201)
  })

  test('an outdated version, with the current cart', async () => {
    const cart = await tills.cart(shop.cashier, [{ variantId: coffee }])
    await app.call(shop.supervisor, 'POST', `/pos/carts/${cart.id}/lines`, { variantId: coffee })
    await untouched(async () => {
      const answer = await tills.finalize(shop.cashier, cart)
      expect(answer).toMatchObject({
        status: 409,
        body: {
          code: 'cart_changed',
          version: 2,
          totalCentavos: 9_300,
          grossCentavos: 9_300,
          taxCentavos: 1_283,
        },
      })
    })
  })

  test('a version that no cart can have', async () => {
    const cart = await tills.cart(shop.cashier, [{ variantId: coffee }])
    await untouched(async () => {
      const answer = await tills.finalize(shop.cashier, { ...cart, version: 2_147_483_648 })
      expect(answer).toMatchObject({
        status: 422,
        body: { code: 'invalid_request', errors: [{ path: '/version' }] },
      })
    })
  })

  test('a cart without lines, and a parked one', async () => {
    const empty = await tills.cart(shop.cashier, [])
    expect((await tills.finalize(shop.cashier, empty)).body.code).toBe('cart_empty')
    const aside = await tills.cart(shop.cashier, [{ variantId: coffee }])
    await app.call(shop.cashier, 'POST', `/pos/carts/${aside.id}/park`, {})
    expect(await tills.finalize(shop.cashier, { ...aside, version: 2 })).toMatchObject({
      status: 409,
      body: { code: 'cart_closed', cartStatus: 'PARKED' },
    })
  })

  test('a seller without an open shift', async () => {
    const idle = await app.world.member(shop.store, 'cashier')
    const cart = await tills.cart(idle, [{ variantId: coffee }])
    await untouched(async () => {
      expect(await tills.finalize(idle, cart)).toMatchObject({ status: 409, body: { code: 'shift_closed' } })
    })
    await tills.openShift(idle)
    expect((await tills.finalize(idle, cart)).status).toBe(201)
  })

  const pay = (method: Payment['method'], amountCentavos: number, more: object = {}) => ({
    method,
    amountCentavos,
    ...more,
  })
  test.each<[string, Payment[], object]>([
    ['nothing', [], { code: 'payment_mismatch', expectedCentavos: 4_650, paidCentavos: 0 }],
    ['a centavo less', [pay('CASH', 4_649)], { code: 'payment_mismatch', paidCentavos: 4_649 }],
    ['a centavo more', [pay('CARD', 4_651)], { code: 'payment_mismatch', totalCentavos: 4_650 }],
    ['more by card than is owed', [pay('CARD', 5_000), pay('CASH', 0)], { code: 'payment_mismatch' }],
    [
      'less cash tendered than its amount',
      [pay('CASH', 4_650, { tenderedCentavos: 4_000 })],
      { code: 'tender_too_small' },
    ],
    ['change on a card', [pay('CARD', 4_650, { tenderedCentavos: 5_000 })], { code: 'invalid_request' }],
    ['a card payment of zero', [pay('CARD', 0), pay('CASH', 4_650)], { code: 'invalid_request' }],
    ['a half centavo', [pay('CASH', 4_650.5)], { code: 'invalid_request' }],
    ['a debt', [pay('CASH', -4_650)], { code: 'invalid_request' }],
    ['an unknown payment method', [pay('COWRIES' as 'CASH', 4_650)], { code: 'invalid_request' }],
  ])('payment of %s', async (_what, payments, problem) => {
    const cart = await tills.cart(shop.cashier, [{ variantId: coffee }])
    await untouched(async () => {
      expect(await tills.finalize(shop.cashier, cart, payments)).toMatchObject({ status: 422, body: problem })
    })
  })
})

test('no request caused a server error', () => {
  expect(app.logLines.filter((each) => each.includes('"level":50'))).toEqual([])
})
