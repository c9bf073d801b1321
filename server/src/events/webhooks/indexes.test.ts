import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cloneDatabase, type TestDatabase } from '../../../test/cluster.ts'
import { type Store, worldOf } from '../../../test/world.ts'
import { Grant } from '../../authorization/grant.ts'
import { sql } from '../../database/sql.ts'
import type { Tx } from '../../database/tx.ts'
import { deliveries } from './queries.ts'

let db: TestDatabase
let store: Store
/** A webhook with ten messages, three of which were given up, and then one with twenty thousand that were delivered. */
let quiet: string
let busy: string

beforeAll(async () => {
  db = await cloneDatabase()
  store = await worldOf(db.admin).store()
  quiet = await subscribed()
  busy = await subscribed()
  await send(quiet, 7, 'DELIVERED')
  await send(quiet, 3, 'FAILED')
  await send(busy, 3, 'FAILED')
  await send(busy, 20_000, 'DELIVERED')
  await db.admin.query('analyze events.events, events.webhook_deliveries, events.webhook_attempts')
})
afterAll(() => db.close())

async function subscribed(): Promise<string> {
  const { rows } = await db.admin.query(
    `insert into events.webhooks (merchant_id, id, store_id, permission_set, url, types, secret_sealed, created_by, status)
     values ($1, app.uuid_v7(), $2, authz.set_of($1, $2, 'stores'), 'https://example.com/x', '{}', '\\x00', $3, 'PAUSED')
     returning id`,
    [store.merchantId, store.id, store.manager.id],
  )
  return rows[0].id
}

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

/** Pages of the table and its indexes that the connection has read, perhaps some in earlier transactions. */
async function readUntilNow(tx: Tx<'rows'>): Promise<number> {
  const { read } = await tx.one(sql<{ read: string }>`
    select sum(pg_stat_get_xact_blocks_fetched(r.oid))::text as read
      from (select 'events.webhook_deliveries'::regclass as oid
             union all select indexrelid from pg_index where indrelid = 'events.webhook_deliveries'::regclass) r
    having count(*) > 1`)
  return Number(read)
}

/** How many pages are read for the first page of a webhook's. */
async function readFor(webhook: string, status?: 'PENDING' | 'DELIVERED' | 'FAILED'): Promise<number> {
  const tokenHash = createHash('sha256').update(store.manager.token).digest()
  const grant = Grant.issue('rows', { credential: { tokenHash }, requestId: 'test' })
  return db.database.read(grant, async (tx) => {
    const before = await readUntilNow(tx)
    const of = { merchantId: store.merchantId, id: webhook }
    await deliveries(tx, of, status, { limit: 25, after: undefined })
    return (await readUntilNow(tx)) - before
  })
}

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
