import { afterAll, beforeAll, expect, test } from 'vitest'
import { pagesRead } from '../../../test/buffers.ts'
import { cloneDatabase, type TestDatabase } from '../../../test/cluster.ts'
import { addDeliveries } from '../../../test/deliveries.ts'
import { type Store, worldOf } from '../../../test/world.ts'
import { deliveries } from './queries.ts'

let db: TestDatabase
let store: Store
/** A webhook with ten messages, three of which were given up, and then one with twenty thousand that were delivered. */
let quiet: string
let busy: string

beforeAll(async () => {
  db = await cloneDatabase()
  const world = worldOf(db.admin)
  store = await world.store()
  quiet = await world.webhook(store, 'PAUSED')
  busy = await world.webhook(store, 'PAUSED')
  await addDeliveries(db.admin, quiet, { count: 7, status: 'DELIVERED' })
  await addDeliveries(db.admin, quiet, { count: 3, status: 'FAILED' })
  await addDeliveries(db.admin, busy, { count: 3, status: 'FAILED' })
  await addDeliveries(db.admin, busy, { count: 20_000, status: 'DELIVERED' })
  await db.admin.query('analyze events.events, events.webhook_deliveries, events.webhook_attempts')
})
afterAll(() => db.close())

/** How many pages are read for the first page of a webhook's deliveries. */
const readFor = (webhook: string, status?: 'PENDING' | 'DELIVERED' | 'FAILED'): Promise<number> =>
  pagesRead(db.database, { reader: store.manager, table: 'events.webhook_deliveries' }, (tx) =>
    deliveries(tx, { merchantId: store.merchantId, id: webhook }, status, { limit: 25, after: undefined }),
  )

test.each([
  'PENDING',
  'DELIVERED',
  'FAILED',
  undefined,
] as const)('the log of a webhook is read without those of the merchant’s others: %s', async (status) => {
  expect(await readFor(quiet, status)).toBeLessThan(40)
})

test.each([
  'PENDING',
  'FAILED',
] as const)('a webhook’s messages that are %s are found without reading those that were delivered', async (status) => {
  expect(await readFor(busy, status)).toBeLessThan(40)
})
