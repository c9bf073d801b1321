import { afterAll, beforeAll, expect, test } from 'vitest'
import { plannedBuffersOf } from '../../../test/buffers.ts'
import { cloneDatabase, type TestDatabase } from '../../../test/cluster.ts'
import { type AddedDeliveries, addDeliveries } from '../../../test/deliveries.ts'
import { type Store, worldOf } from '../../../test/world.ts'
import { claim } from './queries.ts'

const leaseMs = 60_000
const places = { free: 10, perMerchant: 10, perWebhook: 10 }
let db: TestDatabase
let store: Store
let newWebhook: () => Promise<string>

beforeAll(async () => {
  db = await cloneDatabase()
  const world = worldOf(db.admin)
  store = await world.store()
  newWebhook = () => world.webhook(store)
})
afterAll(() => db.close())

/** How many deliveries of the webhook a sender takes. */
async function takenOf(webhook: string): Promise<number> {
  const taken = await db.database.worker((tx) => claim(tx, places, [], leaseMs))
  return taken.filter(({ webhookId }) => webhookId === webhook).length
}

test.each<[string, AddedDeliveries, number]>([
  ['is due', { in: '0 s' }, 1],
  ['another sender has', { in: '0 s', leasedFor: '1 minute' }, 0],
  ['a sender had that died while the clock was a day ahead', { in: '0 s', leasedFor: '1 day' }, 1],
  ['is tried again after the longest pause', { in: '1 day' }, 0],
  ['failed while the clock was a year ahead', { in: '1 year' }, 1],
])('a message that %s', async (_which, times, count) => {
  const webhook = await newWebhook()
  await addDeliveries(db.admin, webhook, times)
  expect(await takenOf(webhook)).toBe(count)
})

test('messages that a clock that was ahead holds come after those that are due, within the same limits', async () => {
  const webhook = await newWebhook()
  await addDeliveries(db.admin, webhook, { in: '1 year', count: 3 })
  await addDeliveries(db.admin, webhook, { in: '0 s', count: 3 })
  const take = (free: number, perWebhook: number) =>
    db.database.worker((tx) => claim(tx, { ...places, free, perWebhook }, [], leaseMs))
  expect(await take(2, 4)).toHaveLength(2)
  expect(await take(10, 1)).toHaveLength(1)
  expect(await take(10, 2)).toHaveLength(2)
  expect(await take(10, 4)).toHaveLength(1)
})

test('due messages are found without reading those that wait for another attempt', async () => {
  const webhook = await newWebhook()
  await addDeliveries(db.admin, webhook, { in: '1 hour', count: 5_000 })
  await db.admin.query('analyze events.events, events.webhook_deliveries')
  const client = await db.admin.connect()
  try {
    const look = `select from events.claim_deliveries(10, 10, 10, '{}', '{}', ${leaseMs})`
    expect(await plannedBuffersOf(client, look)).toBeLessThan(100)
  } finally {
    client.release()
  }
  await addDeliveries(db.admin, webhook, { in: '0 s', count: 3 })
  expect(await takenOf(webhook)).toBe(3)
})
