import { afterAll, beforeAll, expect, test } from 'vitest'
import { pagesRead } from '../../../test/buffers.ts'
import { cloneDatabase, type TestDatabase } from '../../../test/cluster.ts'
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
  await send(quiet, 7, 'DELIVERED')
  await send(quiet, 3, 'FAILED')
  await send(busy, 3, 'FAILED')
  await send(busy, 20_000, 'DELIVERED')
  await db.admin.query('analyze events.events, events.webhook_deliveries, events.webhook_attempts')
})
afterAll(() => db.close())

/** Events with a delivery each. */
async function send(webhook: string, times: number, status: 'DELIVERED' | 'FAILED'): Promise<void> {
  await db.admin.query(
    `with event as (
       insert into events.events (merchant_id, id, store_id, permission_set, type, payload)
       select w.merchant_id, app.uuid_v7(), w.store_id, w.permission_set, 'shift.opened', '{}'
         from events.webhooks w cross join generate_series(1, $2::int) where w.id = $1
       returning merchant_id, id, permission_set)
     insert into events.webhook_deliveries (merchant_id, id, webhook_id, permission_set, event_id, status, finished_at)
     select e.merchant_id, app.uuid_v7(), $1, e.permission_set, e.id, $3, now() from event e`,
    [webhook, times, status],
  )
}

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
