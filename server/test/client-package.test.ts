import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startProduct } from './app.ts'
import { type Project, projectWithClient } from './client-package.ts'
import { tillsOf } from './till.ts'
import type { Member, Merchant } from './world.ts'

const root = path.resolve(import.meta.dirname, '../..')
const password = 'una-contraseña-larga-2026'

let app: Awaited<ReturnType<typeof startProduct>>
let project: Project
let merchant: Merchant
let cashier: Member
let manager: Member
let variantId: string

beforeAll(async () => {
  app = await startProduct({ MOSTRADOR_WORKER: 'on', MOSTRADOR_WEBHOOKS_ALLOW_PRIVATE: 'on' })
  const owner = await app.world.person({ password })
  merchant = await app.world.merchant({ owner })
  const shop = await tillsOf(app).shop(merchant)
  manager = shop.manager
  cashier = shop.cashier
  variantId = await tillsOf(app).product(shop.store, { priceCentavos: 12_300 })
  project = await projectWithClient()
})
afterAll(async () => {
  await project?.remove()
  await app?.close()
})

test('the package contains the build and its types, and no sources or tests', () => {
  expect(project.packed).toEqual(
    expect.arrayContaining(['dist/index.js', 'dist/index.d.ts', 'dist/webhooks.d.ts']),
  )
  const others = project.packed.filter((file) => !/^dist\/[a-z0-9.-]+\.(?:js|d\.ts)$/.test(file))
  expect(others.sort()).toEqual(['README.md', 'package.json'])
})

test('a program with the packed client signs in, sells, pages through orders, verifies webhooks, reads a problem, and ends', async () => {
  const source = await readFile(path.join(import.meta.dirname, 'client-program.ts'), 'utf8')
  const printed = await project.run('program', source, {
    MOSTRADOR_URL: app.url,
    MOSTRADOR_EMAIL: manager.email,
    MOSTRADOR_PASSWORD: password,
    MOSTRADOR_VARIANT: variantId,
  })
  const seen = JSON.parse(printed)
  expect(seen.sold).toHaveLength(3)
  const { merchantId } = manager
  const { rows: written } = await app.admin.query(
    `select id, at from events.events where merchant_id = $1 and type = 'sale.completed' order by at`,
    [merchantId],
  )
  const { sold } = seen
  expect(seen).toEqual({
    sold,
    paged: sold.map(({ folio }: { folio: string }) => folio).toReversed(),
    events: written.map(({ id, at }, no) => {
      const { storeId, payload } = sold[no]
      return { id, type: 'sale.completed', at: at.toISOString(), merchantId, storeId, payload }
    }),
    forged: sold.map(() => true),
    timers: [],
    refused: [404, 'not_found'],
  })
})

test('the first program of docs/build-on-it.md compiles, runs and says what each of 51 stores has sold', async () => {
  const doc = await readFile(path.join(root, 'docs/build-on-it.md'), 'utf8')
  const [, source] = /```ts\n([\s\S]*?)```/.exec(doc) ?? []
  if (source === undefined) throw new Error('docs/build-on-it.md has no program in it.')
  expect(source.trim().split('\n').length).toBeLessThanOrEqual(10)
  const cart = await tillsOf(app).cart(cashier, [{ variantId, quantity: 2 }])
  expect((await tillsOf(app).finalize(cashier, cart)).status).toBe(201)
  const { rows } = await app.admin.query(
    'select sum(total_centavos)::int as sum from selling.sales_orders where merchant_id = $1',
    [manager.merchantId],
  )
  for (let no = 2; no <= 51; no += 1) await app.world.store(merchant)
  const key = await app.world.apiKey(manager, { scopes: ['POS_SALES_READ', 'POS_STORES_READ'] })
  const printed = await project.run('first', source, {
    MOSTRADOR_URL: app.url,
    MOSTRADOR_API_KEY: key.token,
  })
  expect(printed).toContain((rows[0].sum / 100).toFixed(2))
  expect(printed.trim().split('\n')).toHaveLength(51)
})
