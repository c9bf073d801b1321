import fc from 'fast-check'
import { pino } from 'pino'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Answer } from '../../../test/app.ts'
import { type StockApp, type StockShop, stockApp } from '../../../test/stock-shop.ts'
import type { Person } from '../../../test/world.ts'
import { checkStock } from './checking.ts'

let app: StockApp
let shop: StockShop

beforeAll(async () => {
  app = await stockApp()
})
beforeEach(async () => {
  shop = await app.shop()
})
afterEach(async () => {
  expect(await app.faults()).toEqual([])
})

type Body = Record<string, unknown>

const send = (path: string, body: Body, who: Person = shop.supervisor, headers?: Record<string, string>) =>
  app.call(who, 'POST', `/pos/inventory/${path}`, { storeId: shop.store.id, ...body }, headers)
const receive = (lines: Body[], more: Body = {}) => send('receipts', { lines, ...more })
const adjust = (lines: Body[], more: Body = {}) =>
  send('adjustments', { kind: 'ADJUSTMENT', reason: 'conteo de anaquel', lines, ...more })
const paths = (answer: Answer) => answer.body.errors?.map(({ path }: { path: string }) => path)
const bare = ({ text }: Answer) => text.replace(/"requestId":"[^"]*"/, '')

test('a delivery raises levels, is recorded line by line, and sets the last cost', async () => {
  const [rice, beans] = [await app.goods(shop), await app.goods(shop, 2, { name: 'Frijol' })]
  const answer = await receive(
    [
      { variantId: rice, quantity: 10, unitCostCentavos: 1_850 },
      { variantId: beans, quantity: 3 },
    ],
    { supplier: 'Abarrotera del Centro', note: 'factura 88' },
  )
  expect(answer.status, answer.text).toBe(201)
  expect(answer.body).toMatchObject({
    supplier: 'Abarrotera del Centro',
    lineCount: 2,
    costCentavos: 18_500,
    lines: [
      { quantity: 10, onHand: 10, unitCostCentavos: 1_850 },
      { quantity: 3, onHand: 5, unitCostCentavos: null },
    ],
  })
  const { id } = answer.body
  expect(answer.headers.get('location')).toBe(`/pos/stock_receipts/${id}`)
  expect((await app.call(shop.cashier, 'GET', `/pos/stock_receipts/${id}`)).body.lineCount).toBe(2)
  const moved = await app.call(shop.cashier, 'GET', `/pos/stock_movements?documentId=${id}`)
  expect(moved.body.items.map(({ kind }: { kind: string }) => kind)).toEqual(['RECEIPT', 'RECEIPT'])
  expect((await app.call(shop.supervisor, 'GET', `/pos/products/${rice}`)).body.costCentavos).toBe(1_850)
  const { rows } = await app.admin.query('select action from audit.log where entity_id = $1', [id])
  expect(rows).toEqual([{ action: 'stock.received' }])
})

test('a movement names who made it, to the whole store', async () => {
  const rice = await app.goods(shop, 5)
  expect((await adjust([{ variantId: rice, quantity: -1 }])).status).toBe(201)
  const moved = await app.call(shop.cashier, 'GET', `/pos/stock_movements?variantId=${rice}&kind=ADJUSTMENT`)
  expect(moved.body.items).toMatchObject([
    { accountId: shop.supervisor.id, personName: shop.supervisor.name },
  ])
})

test('a variant’s cost is separate from its product’s', async () => {
  const id = await app.goods(shop)
  const m = await app.call(shop.supervisor, 'POST', '/pos/variants', {
    storeId: shop.store.id,
    productId: id,
    name: 'M',
  })
  await receive([{ variantId: m.body.id, quantity: 1, unitCostCentavos: 700 }])
  expect((await app.call(shop.supervisor, 'GET', `/pos/variants/${m.body.id}`)).body.costCentavos).toBe(700)
  expect((await app.call(shop.supervisor, 'GET', `/pos/products/${id}`)).body.costCentavos).toBeNull()
})

test('goods by weight move by the gram, goods by the piece in whole pieces', async () => {
  const cheese = await app.goods(shop, 0, { unit: 'KILOGRAM' })
  for (let time = 0; time < 10; time++) await receive([{ variantId: cheese, quantity: 0.1 }])
  expect(await app.onHand(cheese)).toBe(1)
  const rice = await app.goods(shop)
  expect(paths(await receive([{ variantId: rice, quantity: 1.5 }]))).toEqual(['/lines/0/quantity'])
  expect(paths(await receive([{ variantId: cheese, quantity: 0.0015 }]))).toEqual(['/lines/0/quantity'])
})

test('a document with one wrong line moves nothing, and the line is named', async () => {
  const rice = await app.goods(shop, 1)
  const service = await app.goods(shop, 0, { kind: 'SERVICE', tracksStock: false })
  const absent = '01890000-0000-7000-8000-000000000000'
  const foreign = await app.goods(await app.shop())
  const answers = await Promise.all(
    [absent, foreign].map((variantId) =>
      receive([
        { variantId: rice, quantity: 1 },
        { variantId, quantity: 1 },
      ]),
    ),
  )
  expect(answers.map(paths)).toEqual([['/lines/1/variantId'], ['/lines/1/variantId']])
  expect(bare(answers[0] as Answer)).toBe(bare(answers[1] as Answer))
  expect(paths(await receive([{ variantId: service, quantity: 1 }]))).toEqual(['/lines/0/variantId'])
  const twice = [1, 2].map((quantity) => ({ variantId: rice, quantity }))
  expect(paths(await receive(twice))).toEqual(['/lines/1/variantId'])
  for (const lines of [[], Array(501).fill({ variantId: rice, quantity: 1 })])
    expect(paths(await receive(lines))).toEqual(['/lines'])
  for (const quantity of [0, -1, 1_000_000, null, '1'])
    expect((await receive([{ variantId: rice, quantity }])).status).toBe(422)
  expect(await app.onHand(rice)).toBe(1)
})

test('a level never falls below zero, and the refusal names the goods', async () => {
  const [rice, beans] = [await app.goods(shop, 5), await app.goods(shop, 1)]
  const refused = await adjust([
    { variantId: rice, quantity: -2 },
    { variantId: beans, quantity: -3 },
  ])
  expect(refused.body).toMatchObject({
    status: 409,
    code: 'insufficient_stock',
    lines: [{ variantId: beans, available: 1, wanted: 3 }],
  })
  expect([await app.onHand(rice), await app.onHand(beans)]).toEqual([5, 1])
  const answer = await adjust([{ variantId: rice, quantity: -2 }], { kind: 'WASTE', reason: 'se mojó' })
  expect(answer.body).toMatchObject({ kind: 'WASTE', lines: [{ quantity: -2, onHand: 3 }] })
  const moved = await app.call(shop.cashier, 'GET', `/pos/stock_movements?documentId=${answer.body.id}`)
  expect(moved.body.items).toMatchObject([
    { kind: 'WASTE', reason: 'se mojó', variantId: rice, onHandAfter: 3 },
  ])
})

test('waste is negative, and an adjustment has a reason and a quantity', async () => {
  const rice = await app.goods(shop, 5)
  expect(paths(await adjust([{ variantId: rice, quantity: 1 }], { kind: 'WASTE' }))).toEqual([
    '/lines/0/quantity',
  ])
  expect(paths(await adjust([{ variantId: rice, quantity: 0 }]))).toEqual(['/lines/0/quantity'])
  expect(paths(await adjust([{ variantId: rice, quantity: 1 }], { reason: 'x' }))).toEqual(['/reason'])
  expect(paths(await adjust([{ variantId: rice, quantity: 1 }], { kind: 'SALE' }))).toEqual(['/kind'])
})

test('of twenty requests for the last piece, one gets it', async () => {
  const rice = await app.goods(shop, 1)
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => adjust([{ variantId: rice, quantity: -1 }], { kind: 'WASTE' })),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(19).fill(409)])
  expect(await app.onHand(rice)).toBe(0)
})

test('documents with the same goods in opposite orders do not deadlock', async () => {
  const ids = await Promise.all([1, 2, 3, 4].map(() => app.goods(shop, 50)))
  const orders = Array.from({ length: 16 }, (_, no) => {
    const lines = (no % 2 === 0 ? ids : ids.toReversed()).map((variantId) => ({ variantId, quantity: -1 }))
    return no % 4 < 2
      ? adjust(lines)
      : receive(lines.map((line) => ({ ...line, quantity: 1, unitCostCentavos: no })))
  })
  expect((await Promise.all(orders)).map(({ status }) => status)).toEqual(Array(16).fill(201))
  for (const id of ids) expect(await app.onHand(id)).toBe(50)
})

test('the same key books a document once, and another document with it is refused', async () => {
  const rice = await app.goods(shop)
  const key = { 'idempotency-key': 'delivery-0001' }
  const order = { lines: [{ variantId: rice, quantity: 4 }] }
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => send('receipts', order, shop.supervisor, key)),
  )
  expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
  expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(201))
  expect(answers.filter(({ headers }) => headers.get('idempotent-replayed') === 'true')).toHaveLength(5)
  expect(await app.onHand(rice)).toBe(4)
  const other = await send('receipts', { lines: [{ variantId: rice, quantity: 5 }] }, shop.supervisor, key)
  expect(other.body).toMatchObject({ status: 422, code: 'idempotency_key_reused' })
})

test('goods that fall to their reorder point are listed, and emit one event', async () => {
  const rice = await app.goods(shop, 10)
  const point = (reorderPoint: number | null, who: Person = shop.supervisor) =>
    app.call(who, 'PUT', '/pos/inventory/reorder_points', {
      storeId: shop.store.id,
      lines: [{ variantId: rice, reorderPoint }],
    })
  const low = async () => {
    const { body } = await app.call(
      shop.cashier,
      'GET',
      `/pos/stock_levels?storeId=${shop.store.id}&isLow=true`,
    )
    return body.items.map(({ id }: { id: string }) => id)
  }
  const told = async () =>
    (
      await app.admin.query(
        `select payload from events.events where type = 'stock.low' and payload->>'variantId' = $1`,
        [rice],
      )
    ).rows.length
  expect((await point(4)).body.items).toEqual([
    { variantId: rice, onHand: 10, reorderPoint: 4, isLow: false },
  ])
  expect(await low()).toEqual([])
  await adjust([{ variantId: rice, quantity: -6 }])
  await adjust([{ variantId: rice, quantity: -1 }])
  expect([await low(), await told()]).toEqual([[rice], 1])
  await receive([{ variantId: rice, quantity: 5 }])
  expect([await low(), await told()]).toEqual([[], 1])
  expect((await point(null)).body.items[0].reorderPoint).toBeNull()
  const fresh = await app.goods(shop)
  const set = { storeId: shop.store.id, lines: [{ variantId: fresh, reorderPoint: 2 }] }
  expect(
    (await app.call(shop.supervisor, 'PUT', '/pos/inventory/reorder_points', set)).body.items[0].isLow,
  ).toBe(true)
  expect((await point(4, shop.cashier)).status).toBe(403)
  expect((await app.call(shop.manager, 'DELETE', `/pos/products/${fresh}`)).status, 'nothing was moved').toBe(
    204,
  )
})

test.each(['receipts', 'adjustments'])('%s require a supervisor or manager of the store', async (path) => {
  const rice = await app.goods(shop, 9)
  const reason = path === 'receipts' ? {} : { kind: 'ADJUSTMENT', reason: 'revisión' }
  const order = { lines: [{ variantId: rice, quantity: 1 }], ...reason }
  const sibling = await app.world.store({ id: shop.store.merchantId, owner: shop.manager })
  const statuses = async (people: Person[]) =>
    Promise.all(people.map(async (person) => (await send(path, order, person)).status))
  expect(await statuses([shop.supervisor, shop.manager])).toEqual([201, 201])
  const outsiders = [
    shop.cashier,
    await app.world.member(sibling, 'supervisor'),
    (await app.shop()).manager,
    await app.world.person(),
    await app.world.operator(),
    await app.world.platformAdmin(),
  ]
  expect(await statuses(outsiders)).toEqual([403, 403, 403, 403, 403, 403])
  expect((await app.call(undefined, 'POST', `/pos/inventory/${path}`, order)).status).toBe(401)
  expect(await app.onHand(rice)).toBe(11)
  const foreign = (await app.shop()).manager
  const absent = { ...order, storeId: '01890000-0000-7000-8000-000000000000' }
  const there = await send(path, order, foreign)
  expect(bare(there)).toBe(bare(await app.call(foreign, 'POST', `/pos/inventory/${path}`, absent)))
  await app.admin.query(`select platform.write_status($1, 'SUSPENDED')`, [shop.store.merchantId])
  expect((await send(path, order)).body.code).toBe('merchant_suspended')
})

test('after movements in any order every level is the sum of its movements and none is negative', async () => {
  const ids = [await app.goods(shop), await app.goods(shop)]
  const books = new Map(ids.map((id) => [id, 0]))
  const line = fc.record({ goods: fc.constantFrom(0, 1), quantity: fc.integer({ min: -6, max: 6 }) })
  await fc.assert(
    fc.asyncProperty(fc.array(line, { minLength: 1, maxLength: 6 }), async (steps) => {
      for (const { goods, quantity } of steps) {
        if (quantity === 0) continue
        const variantId = ids[goods] as string
        const answer = await adjust([{ variantId, quantity }])
        const before = books.get(variantId) ?? 0
        expect(answer.status).toBe(before + quantity < 0 ? 409 : 201)
        if (answer.status === 201) books.set(variantId, before + quantity)
      }
      for (const [id, expected] of books) expect(await app.onHand(id)).toBe(expected)
      expect(await app.faults()).toEqual([])
    }),
    { numRuns: 15 },
  )
})

test('levels are found by words of the name, the SKU or the barcode of their goods, in their own store', async () => {
  const rice = await app.goods(shop, 3, { name: 'Arroz súper extra', sku: 'ARZ-9' })
  const beans = await app.goods(shop, 2, { name: 'Frijol negro' })
  const grown = await app.call(shop.supervisor, 'POST', '/pos/variants', {
    storeId: shop.store.id,
    productId: beans,
    name: 'Costal',
  })
  await receive([{ variantId: grown.body.id, quantity: 1 }])
  const named = { storeId: shop.store.id, variantId: beans, code: '7501055300075' }
  expect((await app.call(shop.supervisor, 'POST', '/pos/barcodes', named)).status).toBe(201)
  const elsewhere = await app.shop()
  await app.goods(elsewhere, 4, { name: 'Arroz súper extra' })
  const found = async (q: string, who: Person = shop.cashier) => {
    const { body } = await app.call(who, 'GET', `/pos/stock_levels?q=${encodeURIComponent(q)}`)
    return body.items.map(({ id }: { id: string }) => id).sort()
  }
  expect(await found('SUPER arroz')).toEqual([rice])
  expect(await found('arz-9')).toEqual([rice])
  expect(await found('5300075')).toEqual([beans])
  expect(await found('frijol')).toEqual([beans, grown.body.id].sort())
  expect(await found('frijol costal')).toEqual([grown.body.id])
  expect(await found('frijol arroz')).toEqual([])
  expect(await found('arroz', elsewhere.cashier)).toHaveLength(1)
})

test('a level changed by hand is detected', async () => {
  const rice = await app.goods(shop, 3)
  await app.admin.query('update stock.stock_levels set on_hand = 4 where id = $1', [rice])
  expect(await app.faults()).toMatchObject([{ id: rice, expected: 3, found: 4 }])
  const { faults } = await checkStock(app.database, pino({ level: 'silent' }))
  expect(faults.filter(({ merchantId }) => merchantId === shop.store.merchantId)).toEqual([
    {
      merchantId: shop.store.merchantId,
      id: rice,
      fault: 'level differs from its movements',
      expected: 3,
      found: 4,
    },
  ])
  await app.admin.query('update stock.stock_levels set on_hand = 3 where id = $1', [rice])
})
