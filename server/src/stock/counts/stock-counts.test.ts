import { randomUUID } from 'node:crypto'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Answer } from '../../../test/app.ts'
import { type StockApp, type StockShop, stockApp } from '../../../test/stock-shop.ts'
import type { Person } from '../../../test/world.ts'

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

const open = (body: Body = {}, who: Person = shop.supervisor) =>
  app.call(who, 'POST', '/pos/inventory/counts', { storeId: shop.store.id, ...body })
async function opened(body: Body = {}): Promise<string> {
  const answer = await open(body)
  expect(answer.status, answer.text).toBe(201)
  return answer.body.id
}
const record = (id: string, lines: Body[], who: Person = shop.supervisor, headers = {}) =>
  app.call(who, 'PUT', `/pos/inventory/counts/${id}/lines`, { lines }, headers)
const end = (id: string, how = 'close', who: Person = shop.supervisor) =>
  app.call(who, 'POST', `/pos/inventory/counts/${id}/${how}`)
const move = (variantId: string, quantity: number) =>
  app.call(shop.supervisor, 'POST', '/pos/inventory/adjustments', {
    storeId: shop.store.id,
    kind: 'ADJUSTMENT',
    reason: 'venta de mostrador',
    lines: [{ variantId, quantity }],
  })
const paths = (answer: Answer) => answer.body.errors?.map(({ path }: { path: string }) => path)

test('a sheet lists what the store tracks in stock, and closing it books the differences', async () => {
  const [rice, beans, salt] = [await app.goods(shop, 10), await app.goods(shop, 5), await app.goods(shop, 3)]
  await app.goods(shop, 0, { kind: 'SERVICE', tracksStock: false })
  const id = await opened({ note: 'fin de mes' })
  const lines = await app.call(shop.cashier, 'GET', `/pos/stock_count_lines?countId=${id}`)
  expect(lines.body.items).toHaveLength(3)
  const written = await record(id, [
    { variantId: rice, counted: 8 },
    { variantId: beans, counted: 5 },
  ])
  expect(written.body.items).toMatchObject([
    { variantId: rice, expected: 10, counted: 8, difference: -2 },
    { variantId: beans, expected: 5, counted: 5, difference: 0 },
  ])
  const closed = await end(id)
  expect(closed.body).toMatchObject({
    status: 'CLOSED',
    lineCount: 3,
    countedLineCount: 2,
    differenceCount: 1,
  })
  expect(await Promise.all([rice, beans, salt].map(app.onHand))).toEqual([8, 5, 3])
  const moved = await app.call(shop.cashier, 'GET', `/pos/stock_movements?documentId=${id}`)
  expect(moved.body.items).toMatchObject([{ kind: 'COUNT', quantity: -2, variantId: rice }])
  for (const answer of [
    await end(id),
    await end(id, 'cancel'),
    await record(id, [{ variantId: rice, counted: 1 }]),
  ])
    expect(answer.body).toMatchObject({ status: 409, code: 'invalid_transition' })
})

test('goods do not become goods by the piece while a fraction of them is missing on an open sheet', async () => {
  const cheese = await app.goods(shop, 2.5, { unit: 'KILOGRAM' })
  const sold = () => app.call(shop.supervisor, 'PATCH', `/pos/products/${cheese}`, { unit: 'PIECE' })
  const id = await opened()
  await record(id, [{ variantId: cheese, counted: 2 }])
  await move(cheese, -0.5)
  const refused = await sold()
  expect([refused.status, paths(refused)], refused.text).toEqual([422, ['/unit']])
  await record(id, [{ variantId: cheese, counted: 1 }])
  expect((await sold()).status).toBe(200)
  await end(id)
  expect(await app.onHand(cheese)).toBe(1)
})

test('sales before and after counting are neither lost nor booked twice', async () => {
  const rice = await app.goods(shop, 10)
  const id = await opened()
  await move(rice, -1)
  await record(id, [{ variantId: rice, counted: 7 }]) // the level is 9: two are missing
  await move(rice, -3)
  await end(id)
  expect(await app.onHand(rice)).toBe(4)
})

test('no piece is lost while goods are sold and counted at the same time', async () => {
  const rice = await app.goods(shop, 100)
  const id = await opened()
  const sales = Array.from({ length: 15 }, () => move(rice, -1))
  const counts = Array.from({ length: 5 }, async () => {
    const { body } = await app.call(shop.supervisor, 'GET', `/pos/stock_levels/${rice}`)
    return record(id, [{ variantId: rice, counted: body.onHand }])
  })
  await Promise.all([...sales, ...counts])
  const [line] = (await app.call(shop.cashier, 'GET', `/pos/stock_count_lines?countId=${id}`)).body.items
  await Promise.all([end(id), ...Array.from({ length: 5 }, () => move(rice, -1))])
  expect(await app.onHand(rice)).toBe(80 + line.difference)
})

test('a count overtaken by sales has to be repeated', async () => {
  const rice = await app.goods(shop, 10)
  const id = await opened()
  await record(id, [{ variantId: rice, counted: 2 }])
  await move(rice, -5)
  expect((await end(id)).body).toMatchObject({
    status: 409,
    code: 'insufficient_stock',
    lines: [{ variantId: rice }],
  })
  await record(id, [{ variantId: rice, counted: 5 }])
  expect((await end(id)).status).toBe(200)
  expect(await app.onHand(rice)).toBe(5)
})

test('of many concurrent attempts to close a sheet one succeeds, and the difference is booked once', async () => {
  const rice = await app.goods(shop, 10)
  const id = await opened()
  await record(id, [{ variantId: rice, counted: 4 }])
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, no) => end(id, no === 3 ? 'cancel' : 'close')),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)])
  const isClosed = answers.some(({ body }) => body.status === 'CLOSED')
  expect(await app.onHand(rice)).toBe(isClosed ? 4 : 10)
})

test('what is counted while its sheet is closed is booked, or refused', async () => {
  for (let round = 0; round < 6; round++) {
    const rice = await app.goods(shop, 10)
    const id = await opened({ variantIds: [rice] })
    await record(id, [{ variantId: rice, counted: 8 }])
    const [counted, closed] = await Promise.all([record(id, [{ variantId: rice, counted: 4 }]), end(id)])
    expect(closed.status, closed.text).toBe(200)
    if (counted.status !== 200)
      expect(counted.body).toMatchObject({ status: 409, code: 'invalid_transition' })
    const [line] = (await app.call(shop.cashier, 'GET', `/pos/stock_count_lines?countId=${id}`)).body.items
    expect(line.counted).toBe(counted.status === 200 ? 4 : 8)
    expect(await app.onHand(rice)).toBe(line.counted)
  }
})

test('two people who count the same goods on one sheet do not overwrite each other', async () => {
  const rice = await app.goods(shop, 10)
  const id = await opened()
  const add = (countedBefore: number | null, quantity: number, who: Person) =>
    record(id, [{ variantId: rice, counted: (countedBefore ?? 0) + quantity, countedBefore }], who)
  expect((await add(null, 5, shop.supervisor)).status).toBe(200)
  const late = await add(null, 1, shop.manager)
  expect(late.body).toMatchObject({
    status: 412,
    code: 'version_mismatch',
    lines: [{ variantId: rice, counted: 5 }],
  })
  expect((await add(5, 1, shop.manager)).body.items).toMatchObject([{ counted: 6 }])
  expect((await record(id, [{ variantId: rice, counted: null, countedBefore: 5 }])).body.lines).toEqual([
    { variantId: rice, counted: 6 },
  ])
  // Who does not say on which count theirs is based replaces any.
  expect((await record(id, [{ variantId: rice, counted: 4 }])).body.items).toMatchObject([{ counted: 4 }])
})

test('of counts that are added at the same time none is lost, also of goods that were never moved', async () => {
  const salt = await app.goods(shop, 0)
  const id = await opened({ variantIds: [salt] })
  const scan = async (who: Person): Promise<void> => {
    for (let countedBefore: number | null = null; ; ) {
      const counted: number = (countedBefore ?? 0) + 1
      const { status, body } = await record(id, [{ variantId: salt, counted, countedBefore }], who)
      if (status === 200) return
      expect(body.code).toBe('version_mismatch')
      countedBefore = body.lines[0].counted
    }
  }
  await Promise.all([1, 2, 3, 4].flatMap(() => [scan(shop.supervisor), scan(shop.manager)]))
  const [line] = (await app.call(shop.cashier, 'GET', `/pos/stock_count_lines?countId=${id}`)).body.items
  expect(line.counted).toBe(8)
})

test('a count that is sent again because its answer was lost is added once', async () => {
  const rice = await app.goods(shop, 10)
  const id = await opened()
  const key = { 'idempotency-key': randomUUID() }
  const scan = (countedBefore: number | null, headers: object) =>
    record(
      id,
      [{ variantId: rice, counted: (countedBefore ?? 0) + 1, countedBefore }],
      shop.supervisor,
      headers,
    )
  const first = await scan(null, key)
  expect(first.body.items).toMatchObject([{ counted: 1 }])
  await scan(1, {})
  const again = await scan(null, key)
  expect([again.text, again.headers.get('idempotent-replayed')]).toEqual([first.text, 'true'])
  // A refused request has not used up its key.
  const other = { 'idempotency-key': randomUUID() }
  expect((await scan(1, other)).body.code).toBe('version_mismatch')
  expect((await scan(2, other)).body.items).toMatchObject([{ counted: 3 }])
  expect((await scan(3, other)).body.code).toBe('idempotency_key_reused')
})

test('closing a sheet and canceling one are audited, with who did it', async () => {
  await app.goods(shop, 10)
  for (const [how, action] of [
    ['cancel', 'stock.count_canceled'],
    ['close', 'stock.count_closed'],
  ] as const) {
    const id = await opened()
    expect((await end(id, how)).status).toBe(200)
    const { rows } = await app.admin.query(
      `select action, user_id as "userId" from audit.log where entity_id = $1 and before ->> 'status' = 'OPEN'`,
      [id],
    )
    expect(rows).toEqual([{ action, userId: shop.supervisor.id }])
  }
})

test('goods are on one open sheet at a time', async () => {
  const { body: category } = await app.call(shop.supervisor, 'POST', '/pos/categories', {
    storeId: shop.store.id,
    name: 'Granos',
  })
  const [rice, soap] = [await app.goods(shop, 1, { categoryId: category.id }), await app.goods(shop, 1)]
  const id = await opened({ categoryId: category.id })
  expect((await open()).body).toMatchObject({ status: 409, code: 'count_open', countIds: [id] })
  const other = await opened({ variantIds: [soap] })
  expect(paths(await record(other, [{ variantId: rice, counted: 1 }]))).toEqual(['/lines/0/variantId'])
  expect((await end(id, 'cancel')).body.status).toBe('CANCELED')
  expect((await open({ variantIds: [rice] })).status).toBe(201)
})

test('a sheet of a category has the goods of the categories inside it, and of no other', async () => {
  const category = async (name: string, parentId: string | null) =>
    (await app.call(shop.supervisor, 'POST', '/pos/categories', { storeId: shop.store.id, name, parentId }))
      .body.id
  const drinks = await category('Bebidas', null)
  const sodas = await category('Refrescos', drinks)
  const colas = await category('Colas', sodas)
  const soaps = await category('Jabones', null)
  const [water, soda, cola] = [
    await app.goods(shop, 1, { categoryId: drinks }),
    await app.goods(shop, 2, { categoryId: sodas }),
    await app.goods(shop, 3, { categoryId: colas }),
  ]
  await app.goods(shop, 4, { categoryId: soaps })
  await app.goods(shop, 5)
  const counted = async (categoryId: string) => {
    const id = await opened({ categoryId })
    const lines = await app.call(shop.cashier, 'GET', `/pos/stock_count_lines?countId=${id}`)
    await end(id, 'cancel')
    return lines.body.items.map(({ variantId }: { variantId: string }) => variantId).sort()
  }
  expect(await counted(drinks)).toEqual([water, soda, cola].sort())
  expect(await counted(sodas)).toEqual([soda, cola].sort())
})

test('a line can be counted again or cleared', async () => {
  const rice = await app.goods(shop, 10)
  const id = await opened()
  await record(id, [{ variantId: rice, counted: 3 }])
  expect((await record(id, [{ variantId: rice, counted: null }])).body.items).toMatchObject([
    { counted: null, difference: null, countedAt: null },
  ])
  expect((await end(id)).body).toMatchObject({ countedLineCount: 0 })
  expect(await app.onHand(rice)).toBe(10)
})

test('goods that cannot be counted are refused', async () => {
  expect(paths(await open())).toEqual(['/storeId'])
  const rice = await app.goods(shop, 10)
  expect(paths(await open({ categoryId: rice }))).toEqual(['/categoryId'])
  expect(paths(await open({ categoryId: rice, variantIds: [rice] }))).toEqual(['/variantIds'])
  const foreign = await app.goods(await app.shop())
  expect(paths(await open({ variantIds: [foreign] }))).toEqual(['/variantIds/0'])
  const id = await opened()
  expect(paths(await record(id, [{ variantId: rice, counted: -1 }]))).toEqual(['/lines/0/counted'])
  expect(paths(await record(id, [{ variantId: rice, counted: 1.5 }]))).toEqual(['/lines/0/counted'])
  expect(paths(await record(id, []))).toEqual(['/lines'])
})

test('only supervisors and managers change sheets; the rest of the store can read them', async () => {
  const rice = await app.goods(shop, 10)
  const id = await opened()
  const lines = [{ variantId: rice, counted: 1 }]
  const stranger = (await app.shop()).manager
  for (const [who, status] of [
    [shop.cashier, 403],
    [stranger, 404],
    [await app.world.operator(), 403],
  ] as const) {
    expect((await record(id, lines, who)).status).toBe(status)
    expect((await end(id, 'close', who)).status).toBe(status)
    expect((await open({}, who)).status).toBe(403)
  }
  const bare = ({ text }: Answer) => text.replace(/"requestId":"[^"]*"/, '')
  expect(bare(await end(id, 'close', stranger))).toBe(
    bare(await end('01890000-0000-7000-8000-000000000000', 'close', stranger)),
  )
  expect((await app.call(shop.cashier, 'GET', `/pos/stock_counts/${id}`)).status).toBe(200)
  expect((await app.call(stranger, 'GET', `/pos/stock_counts/${id}`)).status).toBe(404)
  expect((await app.call(undefined, 'POST', `/pos/inventory/counts/${id}/close`)).status).toBe(401)
})
