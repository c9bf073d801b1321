import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { type SandboxAggregator, sandboxAggregator } from '../src/adapters/aggregator/sandbox.ts'
import { type RunningProduct, startProduct } from './app.ts'
import { passTime } from './pass-time.ts'
import { type Shop, tillsOf } from './till.ts'

let app: RunningProduct
let sandbox: SandboxAggregator
let shop: Shop
let airtime: string

beforeAll(async () => {
  sandbox = sandboxAggregator({ timeScale: 20 })
  // As production: with patience for a burst, and none for a line that does not move.
  app = await startProduct(
    { DATABASE_POOL_SIZE: '2' },
    {
      isStrict: false,
      aggregators: { selling: sandbox, settling: [sandbox] },
    },
  )
  await app.product.sync()
  shop = await tillsOf(app).shop()
  await app.admin.query('update platform.merchants set is_verified = true')
  await app.world.fund(shop.store.merchantId, 1_000_000)
  const { rows } = await app.admin.query(
    `select id from vas.products where amount_centavos = 10000 and subkind = 'topup' order by id limit 1`,
  )
  airtime = rows[0].id
})
afterAll(async () => {
  await app.close()
  await sandbox.close()
})

type Open = (work: () => Promise<void>) => Promise<void>
const ofRequests: Open = (work) => app.product.database.guest('test', work)
const ofWorker: Open = (work) => app.product.database.worker(work)

/** Occupies one of two connections, and returns what frees it. */
function occupy(open: Open): () => void {
  let free = () => {}
  const done = open(
    () =>
      new Promise<void>((resolve) => {
        free = resolve
      }),
  )
  onTestFinished(async () => {
    free()
    await done
  })
  return () => free()
}

const waiting = () => app.product.database.load().waiting
const categories = () => app.call(shop.manager, 'GET', `/pos/categories?storeId=${shop.store.id}`)
const sell = (key: string) =>
  app.call(
    shop.cashier,
    'POST',
    '/vas/sale',
    { storeId: shop.store.id, productId: airtime, reference: '5512345600' },
    { 'idempotency-key': key, prefer: 'wait=10' },
  )

test('a line that does not move refuses at once with Retry-After, and serves everybody who is in it', async ({
  signal,
}) => {
  const frees = [occupy(ofRequests), occupy(ofRequests)]
  const answers: Promise<Awaited<ReturnType<typeof categories>>>[] = []
  // Each joins the line, until it is too long: then one is answered, although nothing moves.
  const answered = { status: 0 }
  while (answered.status === 0 && !signal.aborted) {
    const answer = categories()
    answers.push(answer)
    void answer.then(({ status }) => {
      answered.status ||= status
    })
    await passTime(20, 'requests come one after another')
  }
  const inLine = waiting()
  const refused = await Promise.all(Array.from({ length: 20 }, categories))
  for (const { status, body, headers, text } of refused) {
    expect({ status, code: body.code }, text).toEqual({ status: 503, code: 'overloaded' })
    expect(headers.get('retry-after')).toBe('2')
    expect(headers.get('content-type')).toMatch('application/problem+json')
    expect(body.detail).toMatch('This one was not started')
  }
  expect(waiting()).toBe(inLine)
  for (const free of frees) free()
  const statuses = (await Promise.all(answers)).map(({ status }) => status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(inLine)
  expect(inLine).toBeGreaterThanOrEqual(2)
  expect((await categories()).status).toBe(200)
})

test('a sale is finished before one is started, tills come before desks and reports, and exports last', async () => {
  const tills = tillsOf(app)
  const goods = await tills.product(shop.store)
  const cart = await tills.cart(shop.cashier, [{ variantId: goods, quantity: 1 }])
  const lines = [{ variantId: goods, quantity: 1 }]
  const { id: storeId } = shop.store
  const free = occupy(ofRequests)
  const freeOther = occupy(ofRequests)
  const requests: Record<string, () => Promise<{ status: number; text: string }>> = {
    export: () => app.call(shop.manager, 'GET', `/pos/products/export?storeId=${storeId}`),
    report: () => app.call(shop.manager, 'GET', `/pos/reports/sales?storeId=${storeId}&by=day`),
    desk: () => app.call(shop.manager, 'GET', '/pos/tax_rate_templates'),
    starting: () => app.call(shop.cashier, 'POST', '/pos/carts', { storeId, lines }),
    finishing: () => tills.finalize(shop.cashier, cart),
  }
  const order: string[] = []
  const answers = []
  for (const [name, send] of Object.entries(requests)) {
    const before = waiting()
    answers.push(
      send().then(({ status, text }) => {
        expect(status, text).toBeLessThan(300)
        order.push(name)
      }),
    )
    await expect.poll(waiting, { interval: 5 }).toBe(before + 1)
  }
  // One at a time, so that the order is seen.
  free()
  await Promise.all(answers)
  freeOther()
  expect(order).toEqual(['finishing', 'starting', 'desk', 'report', 'export'])
})

test('no sale of a service is opened while those that were opened wait to be settled, and goods are sold on', async () => {
  const { database } = app.product
  const tills = tillsOf(app)
  const goods = await tills.product(shop.store)
  const sales = async () => (await app.admin.query('select count(*)::int from vas.sales')).rows[0].count
  const keepsUp = () =>
    database.assertWorkerKeepsUp().then(
      () => true,
      () => false,
    )
  const before = await sales()
  const frees = [occupy(ofWorker), occupy(ofWorker)]
  const late = Array.from({ length: 2 }, () => database.worker(async () => {}))
  await expect.poll(keepsUp).toBe(false)
  const key = randomUUID()
  const refused = await sell(key)
  expect(refused, refused.text).toMatchObject({ status: 503, body: { code: 'overloaded' } })
  expect(refused.headers.get('retry-after')).toBe('2')
  expect(refused.body.detail).toMatch('This one was not started')
  expect(await sales()).toBe(before)
  const cart = await tills.cart(shop.cashier, [{ variantId: goods, quantity: 1 }])
  expect((await tills.finalize(shop.cashier, cart)).status).toBe(201)
  for (const free of frees) free()
  await Promise.all(late)
  expect(await sell(key)).toMatchObject({ status: 201, body: { status: 'COMPLETED' } })
  expect(await sales()).toBe(before + 1)
})

test('a process that keeps standing still refuses with Retry-After, until it keeps up again', async () => {
  const still = new Int32Array(new SharedArrayBuffer(4))
  // As on a machine that gives its processors to others. The first time is not lasting yet. The process measures its delay
  // once a second; the second pause fills a measurement alone, however slow the requests before it were.
  const refused = async () => {
    for (const pause of [1, 2]) {
      Atomics.wait(still, 0, 0, 2_200)
      await passTime(1, `the measurement of pause ${pause}`)
    }
    const { status, headers } = await categories()
    return status === 503 && headers.get('retry-after')
  }
  expect(await refused()).toBe(false)
  await expect.poll(refused, { interval: 0 }).toBe('2')
  await expect.poll(async () => (await categories()).status).toBe(200)
})
