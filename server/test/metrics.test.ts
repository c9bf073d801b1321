import { afterAll, beforeAll, expect, test } from 'vitest'
import { gaugeMeanings } from '../src/platform/monitoring/service.ts'
import { type App, startProduct } from './app.ts'

const token = 'a-token-that-only-the-monitor-knows-1'
let app: App
beforeAll(async () => {
  app = await startProduct({ MOSTRADOR_METRICS_TOKEN: token })
})
afterAll(() => app.close())

const metrics = (as: string | undefined, of = app) =>
  of.call(undefined, 'GET', '/metrics', undefined, as === undefined ? {} : { authorization: `Bearer ${as}` })

test('metrics cover the process, the requests by route, the connections, and pending work', async () => {
  const store = await app.world.store()
  await app.call(store.manager, 'GET', `/pos/products?storeId=${store.id}`)
  await app.call(store.manager, 'GET', `/vas/sale/${store.id}`)
  await app.admin.query(
    `insert into platform.given_up_work (id, workflow_id, name, queue, attempts, last_error, first_failed_at)
     values (gen_random_uuid(), 'w', 'test.work', 'q', 3, 'down', now())`,
  )
  const { status, headers, text } = await metrics(token)
  expect(status, text).toBe(200)
  expect(headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/)
  expect(text).toMatch(/_count\{method="GET",route="\/pos\/products",status="2xx"\} 1\n/)
  expect(text).toMatch(/_count\{method="GET",route="\/vas\/sale\/:id",status="4xx"\} 1\n/)
  expect(text).toMatch(/mostrador_database_connections\{state="waiting"\} 0\n/)
  expect(text).toMatch(/\nprocess_resident_memory_bytes \d+\n/)
  expect(text).toContain('\nmostrador_work_given_up 1\n')
  // Ids are personal data, and would be a series each.
  expect(text).not.toContain(store.id)
})

test('the gauges of the database are exported by the same names', async () => {
  const { rows } = await app.admin.query('select name from platform.gauges()')
  expect(rows.map(({ name }) => name).sort()).toEqual(Object.keys(gaugeMeanings).sort())
})

test('no other caller can read them, whatever the role', async () => {
  const admin = await app.world.platformAdmin()
  for (const each of [undefined, '', `${token}x`, admin.token])
    expect(await metrics(each)).toMatchObject({ status: 401, body: { code: 'unauthenticated' } })
})

test('without a token there are no metrics', async () => {
  const plain = await startProduct()
  try {
    expect((await metrics(token, plain)).status).toBe(404)
  } finally {
    await plain.close()
  }
})
