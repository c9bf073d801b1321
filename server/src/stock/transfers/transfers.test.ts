import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Answer } from '../../../test/app.ts'
import { type StockApp, type StockShop, stockApp } from '../../../test/stock-shop.ts'
import type { Person } from '../../../test/world.ts'

let app: StockApp
let here: StockShop
let there: StockShop

beforeAll(async () => {
  app = await stockApp()
})
beforeEach(async () => {
  const merchant = await app.world.merchant()
  here = await app.shop(merchant)
  there = await app.shop(merchant)
})
afterEach(async () => {
  expect(await app.faults()).toEqual([])
})

type Body = Record<string, unknown>

const send = (lines: Body[], more: Body = {}, who: Person = here.supervisor) =>
  app.call(who, 'POST', '/pos/inventory/transfers', {
    storeId: here.store.id,
    toStoreId: there.store.id,
    lines,
    ...more,
  })
const end = (who: Person, id: string, how: string, body?: Body) =>
  app.call(who, 'POST', `/pos/inventory/transfers/${id}/${how}`, body)
const papers = async (who: Person, query = '') =>
  (await app.call(who, 'GET', `/pos/stock_transfers?${query}`)).body.items
const paths = (answer: Answer) => answer.body.errors?.map(({ path }: { path: string }) => path)
/** The same goods in both stores. */
async function goods(onHand: number, fields: Body = {}) {
  const sku = `SKU-${Math.random()}`
  return [
    await app.goods(here, onHand, { sku, ...fields }),
    await app.goods(there, 0, { sku, ...fields }),
  ] as const
}
const levels = (ids: readonly string[]) => Promise.all(ids.map(app.onHand))

test('goods leave one store, are on their way, and arrive in the other', async () => {
  const [out, into] = await goods(10, { costCentavos: 500 })
  const sent = await send([{ variantId: out, quantity: 4 }], { note: 'para la fiesta' })
  expect(sent.status, sent.text).toBe(201)
  expect(sent.body).toMatchObject({
    direction: 'OUT',
    status: 'SENT',
    otherStoreId: there.store.id,
    endedAt: null,
    lines: [{ variantId: out, quantity: 4, unitCostCentavos: 500 }],
  })
  expect(await levels([out, into])).toEqual([6, 0])
  const [coming] = await papers(there.cashier, 'direction=IN&status=SENT')
  expect(coming).toMatchObject({ transferId: sent.body.transferId, otherStoreId: here.store.id })
  const lines = await app.call(there.cashier, 'GET', `/pos/stock_transfer_lines?documentId=${coming.id}`)
  expect(lines.body.items).toMatchObject([{ variantId: into, quantity: 4 }])
  const received = await end(there.supervisor, coming.id, 'receive')
  expect(received.body).toMatchObject({ direction: 'IN', status: 'RECEIVED' })
  expect(await levels([out, into])).toEqual([6, 4])
  expect((await papers(here.cashier))[0].status).toBe('RECEIVED')
  expect((await end(there.supervisor, coming.id, 'receive')).body.code).toBe('invalid_transition')
  expect((await end(here.supervisor, sent.body.id, 'cancel')).body.code).toBe('invalid_transition')
})

test('receiving a transfer and canceling one are audited in both stores, with who did it', async () => {
  const [out] = await goods(10)
  const audited = async (ids: readonly string[]) =>
    (
      await app.admin.query(
        `select action, user_id as "userId" from audit.log where entity_id = any ($1) and before ->> 'status' = 'SENT'`,
        [ids],
      )
    ).rows
  for (const [how, action] of [
    ['receive', 'stock.transfer_received'],
    ['cancel', 'stock.transfer_canceled'],
  ] as const) {
    const sent = await send([{ variantId: out, quantity: 1 }])
    const [coming] = await papers(there.cashier, 'direction=IN&status=SENT')
    const isReceived = how === 'receive'
    const who = isReceived ? there.supervisor : here.supervisor
    expect((await end(who, isReceived ? coming.id : sent.body.id, how)).status).toBe(200)
    const row = { action, userId: who.id }
    expect(await audited([sent.body.id, coming.id])).toEqual([row, row])
  }
})

test('received quantities are validated line by line', async () => {
  const [out, into] = await goods(10)
  await send([{ variantId: out, quantity: 6 }])
  const [coming] = await papers(there.cashier)
  const came = (variantId: string, quantity: number) => ({ variantId, quantity })
  for (const [lines, expected] of [
    [[came(into, 6.5)], ['/lines/0/quantity']],
    [[came(into, 1), came(out, 1)], ['/lines/1/variantId']],
    [[came(into, 1), came(into, 2)], ['/lines/1/variantId']],
    [[came(into, -1)], ['/lines/0/quantity']],
  ] as const)
    expect(paths(await end(there.supervisor, coming.id, 'receive', { lines }))).toEqual(expected)
  expect(await levels([out, into])).toEqual([4, 0])
})

test('goods by the piece arrive in whole pieces, and by weight in any part', async () => {
  const [out, into] = await goods(2)
  const [cheese, cheeseInto] = await goods(2, { unit: 'KILOGRAM' })
  await send([
    { variantId: out, quantity: 2 },
    { variantId: cheese, quantity: 2 },
  ])
  const [coming] = await papers(there.cashier)
  const came = (quantity: number) => [
    { variantId: cheeseInto, quantity: 0.5 },
    { variantId: into, quantity },
  ]
  const refused = await end(there.supervisor, coming.id, 'receive', { lines: came(0.5) })
  expect(paths(refused), refused.text).toEqual(['/lines/1/quantity'])
  expect((await end(there.supervisor, coming.id, 'receive', { lines: came(1) })).status).toBe(200)
  expect(await levels([into, cheeseInto])).toEqual([1, 0.5])
})

test('goods do not become goods by the piece while a fraction of them is in stock or on its way', async () => {
  const [out, into] = await goods(2.5, { unit: 'KILOGRAM' })
  const change = async (id: string, fields: Body, who: Person = here.supervisor) =>
    app.call(who, 'PATCH', `/pos/products/${id}`, fields)
  expect(paths(await change(out, { unit: 'PIECE' }))).toEqual(['/unit'])
  expect((await change(out, { unit: 'LITER', name: 'Aceite' })).status).toBe(200)
  expect((await change(out, { unit: 'KILOGRAM' })).status).toBe(200)
  const sent = await send([{ variantId: out, quantity: 2.5 }])
  expect(sent.status, sent.text).toBe(201)
  expect(paths(await change(out, { unit: 'PIECE' }))).toEqual(['/unit'])
  expect(paths(await change(into, { unit: 'PIECE' }, there.supervisor))).toEqual(['/unit'])
  const [coming] = await papers(there.cashier)
  const lines = [{ variantId: into, quantity: 2 }]
  expect((await end(there.supervisor, coming.id, 'receive', { lines })).status).toBe(200)
  expect((await change(out, { unit: 'PIECE' })).status).toBe(200)
  expect((await change(into, { unit: 'PIECE' }, there.supervisor)).status).toBe(200)
})

test('missing goods are in neither store, and both documents show how much arrived', async () => {
  const [out, into] = await goods(10)
  const [whole, wholeInto] = await goods(3)
  const [lost, lostInto] = await goods(2)
  const sent = await send([
    { variantId: out, quantity: 6 },
    { variantId: whole, quantity: 3 },
    { variantId: lost, quantity: 2 },
  ])
  const [coming] = await papers(there.cashier)
  const lines = [
    { variantId: into, quantity: 4 },
    { variantId: lostInto, quantity: 0 },
  ]
  const received = await end(there.supervisor, coming.id, 'receive', { lines })
  expect(received.status, received.text).toBe(200)
  expect(await levels([out, into, whole, wholeInto, lost, lostInto])).toEqual([4, 4, 0, 3, 0, 0])
  const read = async (who: Person, documentId: string) =>
    Object.fromEntries(
      (await app.call(who, 'GET', `/pos/stock_transfer_lines?documentId=${documentId}`)).body.items.map(
        (each: Body) => [each['variantId'], each['receivedQuantity']],
      ),
    )
  expect(await read(there.cashier, coming.id)).toEqual({ [into]: 4, [wholeInto]: 3, [lostInto]: 0 })
  expect(await read(here.cashier, sent.body.id)).toEqual({ [out]: 4, [whole]: 3, [lost]: 0 })
})

test('the sender can take back goods that were not received', async () => {
  const [out, into] = await goods(3)
  const { id } = (await send([{ variantId: out, quantity: 3 }])).body
  expect(await levels([out, into])).toEqual([0, 0])
  expect((await end(here.supervisor, id, 'cancel')).body.status).toBe('CANCELED')
  expect(await levels([out, into])).toEqual([3, 0])
  const [coming] = await papers(there.cashier)
  expect((await end(there.supervisor, coming.id, 'receive')).body.code).toBe('invalid_transition')
})

test('of many concurrent attempts to receive and take back, one succeeds', async () => {
  for (let round = 0; round < 4; round++) {
    const [out, into] = await goods(5)
    const { id } = (await send([{ variantId: out, quantity: 5 }])).body
    const [coming] = await papers(there.cashier, 'status=SENT')
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, no) =>
        no % 2 === 0 ? end(there.supervisor, coming.id, 'receive') : end(here.supervisor, id, 'cancel'),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)])
    expect((await levels([out, into])).reduce((sum, each) => sum + each)).toBe(5)
  }
})

test('of two documents that send the last piece, one succeeds', async () => {
  const [out] = await goods(1)
  const answers = await Promise.all(Array.from({ length: 6 }, () => send([{ variantId: out, quantity: 1 }])))
  expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(5).fill(409)])
})

test('goods are matched in the other store by SKU of a product or variant, or are named', async () => {
  const out = await app.goods(here, 9)
  expect(paths(await send([{ variantId: out, quantity: 1 }]))).toEqual(['/lines/0/toVariantId'])
  const into = await app.goods(there)
  expect((await send([{ variantId: out, toVariantId: into, quantity: 1 }])).status).toBe(201)
  const shirt = await app.goods(there, 0, { sku: 'SHIRT' })
  const m = await app.call(there.supervisor, 'POST', '/pos/variants', {
    storeId: there.store.id,
    productId: shirt,
    name: 'M',
    sku: 'SHIRT-M',
  })
  const mine = await app.goods(here, 2, { sku: 'SHIRT-M' })
  const sent = await send([{ variantId: mine, quantity: 1 }])
  expect(sent.status, sent.text).toBe(201)
  const lines = await app.call(there.cashier, 'GET', `/pos/stock_transfer_lines?variantId=${m.body.id}`)
  expect(lines.body.items).toHaveLength(1)
})

test('goods without a SKU are matched in the other store by a barcode that one of its goods shares', async () => {
  const coded = async (shop: StockShop, onHand: number, codes: readonly string[]) => {
    const id = await app.goods(shop, onHand)
    for (const code of codes) {
      const made = await app.call(shop.supervisor, 'POST', '/pos/barcodes', {
        ...{ storeId: shop.store.id, variantId: id, code },
      })
      expect(made.status, made.text).toBe(201)
    }
    return id
  }
  const out = await coded(here, 3, ['SOAP-1', 'SOAP-2', 'SOAP-3'])
  const into = await coded(there, 0, ['SOAP-2', 'SOAP-3', 'SOAP-9'])
  const sent = await send([{ variantId: out, quantity: 1 }])
  expect(sent.status, sent.text).toBe(201)
  const lines = await app.call(there.cashier, 'GET', `/pos/stock_transfer_lines?variantId=${into}`)
  expect(lines.body.items).toHaveLength(1)
  // With the codes of two, nobody but people knows which one is meant.
  await coded(there, 0, ['SOAP-1'])
  const unclear = await send([{ variantId: out, quantity: 1 }])
  expect(unclear.body.errors).toEqual([
    {
      path: '/lines/0/toVariantId',
      message:
        'is required, unless one of the goods in the other store has the same SKU, or only one has the same barcode',
    },
  ])
})

test('a SKU that both stores have says which goods are meant, whatever their barcodes', async () => {
  const [out, into] = await goods(3)
  const other = await app.goods(there)
  for (const [shop, variantId] of [
    [here, out],
    [there, other],
  ] as const) {
    const made = await app.call(shop.supervisor, 'POST', '/pos/barcodes', {
      ...{ storeId: shop.store.id, variantId, code: 'SHARED-1' },
    })
    expect(made.status, made.text).toBe(201)
  }
  expect((await send([{ variantId: out, quantity: 1 }])).status).toBe(201)
  const lines = await app.call(there.cashier, 'GET', `/pos/stock_transfer_lines?variantId=${into}`)
  expect(lines.body.items).toHaveLength(1)
})

test('goods that the other store cannot accept are refused, line by line', async () => {
  const [out, into] = await goods(9)
  const [second] = await goods(9)
  const untracked = await app.goods(there, 0, { tracksStock: false })
  const heavy = await app.goods(there, 0, { unit: 'KILOGRAM' })
  const foreign = await app.goods(await app.shop())
  for (const toVariantId of [out, untracked, heavy, foreign, '01890000-0000-7000-8000-000000000000'])
    expect(paths(await send([{ variantId: out, toVariantId, quantity: 1 }]))).toEqual([
      '/lines/0/toVariantId',
    ])
  const both = [out, second].map((variantId) => ({ variantId, toVariantId: into, quantity: 1 }))
  expect(paths(await send(both))).toEqual(['/lines/1/toVariantId'])
  const otherMerchant = await app.shop()
  for (const toStoreId of [here.store.id, otherMerchant.store.id, '01890000-0000-7000-8000-000000000000'])
    expect(paths(await send([{ variantId: out, quantity: 1 }], { toStoreId }))).toEqual(['/toStoreId'])
  expect(await app.onHand(out)).toBe(9)
})

test('each store has its own document, and only its supervisors can complete it', async () => {
  const [out] = await goods(5)
  const { id } = (await send([{ variantId: out, quantity: 1 }])).body
  const [coming] = await papers(there.cashier)
  const absent = '01890000-0000-7000-8000-000000000000'
  const bare = ({ text }: Answer) => text.replace(/"requestId":"[^"]*"/, '')
  for (const [who, paper, how, status] of [
    [here.cashier, id, 'cancel', 403],
    [there.cashier, coming.id, 'receive', 403],
    [here.supervisor, coming.id, 'receive', 404],
    [there.supervisor, id, 'cancel', 404],
    [(await app.shop()).manager, coming.id, 'receive', 404],
    [there.supervisor, coming.id, 'cancel', 409],
    [here.supervisor, id, 'receive', 409],
  ] as const) {
    const answer = await end(who, paper, how)
    expect(answer.status, `${how} as ${who.role}`).toBe(status)
    if (status === 404) expect(bare(answer)).toBe(bare(await end(who, absent, how)))
  }
  expect((await send([{ variantId: out, quantity: 1 }], {}, here.cashier)).status).toBe(403)
  expect((await send([{ variantId: out, quantity: 1 }], {}, there.supervisor)).status).toBe(403)
  expect((await app.call(undefined, 'POST', `/pos/inventory/transfers/${id}/cancel`)).status).toBe(401)
  expect(await papers((await app.shop()).manager)).toEqual([])
})

test('a store’s team can list only the names of the merchant’s other stores', async () => {
  const stranger = await app.shop()
  const destinations = (who: Person, storeId: string) =>
    app.call(who, 'GET', `/pos/inventory/destinations?storeId=${storeId}`)
  expect((await destinations(here.cashier, here.store.id)).body.items).toEqual([
    { storeId: there.store.id, name: expect.any(String), code: expect.any(String), isOpen: true },
  ])
  expect((await destinations(stranger.cashier, stranger.store.id)).body.items).toEqual([])
  expect((await destinations(stranger.manager, here.store.id)).status).toBe(403)
})

test('the same key sends once', async () => {
  const [out] = await goods(5)
  const order = {
    storeId: here.store.id,
    toStoreId: there.store.id,
    lines: [{ variantId: out, quantity: 1 }],
  }
  const answers = await Promise.all(
    Array.from({ length: 4 }, () =>
      app.call(here.supervisor, 'POST', '/pos/inventory/transfers', order, {
        'idempotency-key': 'transfer-1',
      }),
    ),
  )
  expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
  expect(await app.onHand(out)).toBe(4)
})
