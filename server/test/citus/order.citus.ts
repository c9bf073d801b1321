import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { cloneDatabase, type TestDatabase } from '../cluster.ts'
import { orderEvents } from '../order-events.ts'
import { type Merchant, worldOf } from '../world.ts'
import { onEachNode } from './on-each-node.ts'
import { workersOf } from './workers.ts'

// Nobody else orders events here: each call below is one transaction of one process.
let db: TestDatabase
let workers: pg.Client[]
/** One merchant on each node. */
let merchants: readonly [Merchant, Merchant]

beforeAll(async () => {
  db = await cloneDatabase()
  workers = await workersOf(db.name)
  const world = worldOf(db.admin)
  merchants = await onEachNode(
    db.admin,
    () => world.merchant(),
    ({ id }) => id,
  )
})
beforeEach(() => orderEvents(db.admin))
afterAll(async () => {
  await Promise.all(workers.map((worker) => worker.end()))
  await db.close()
})

const emitted = async ({ id }: Merchant): Promise<string> =>
  (await db.admin.query(`select events.emit($1, null, null, 'deposit.reported', '{}') as id`, [id])).rows[0]
    .id

interface Order {
  readonly head: number
  readonly given: number
}
const order = async (): Promise<Order> =>
  (await db.admin.query<Order>('select head::int, given::int from events.order_events()')).rows[0] as Order
const position = async (id: string): Promise<number | null> =>
  (await db.admin.query('select position::int from events.events where id = $1', [id])).rows[0].position

/** The node of a merchant, and there the table that has its events. */
async function placeOf({ id }: Merchant): Promise<{ worker: pg.Client; shard: string }> {
  const { rows } = await db.admin.query<{ shard: string }>(
    `select 'events.events_' || get_shard_id_for_distribution_column('events.events', $1::uuid) as shard`,
    [id],
  )
  const [{ shard }] = rows as [{ shard: string }]
  for (const worker of workers) {
    const found = await worker.query('select to_regclass($1) is not null as here', [shard])
    if (found.rows[0].here) return { worker, shard }
  }
  throw new Error(`no node has ${shard}`)
}

test('the head waits for a node that has not committed its positions yet, and no event is given one meanwhile', async () => {
  const [here, there] = merchants
  const ids = [await emitted(here), await emitted(there)] as const
  const before = await order()
  expect(before.given - before.head).toBe(2)
  // As left by a connection that broke between the two commits: the second node has prepared, and the coordinator has decided.
  const { worker, shard } = await placeOf(there)
  const last = (await position(ids[1])) as number
  await worker.query(`update ${shard} set position = null where id = '${ids[1]}'`)
  await worker.query(`begin; update ${shard} set position = ${last} where id = '${ids[1]}'`)
  await worker.query(`prepare transaction 'in doubt'`)

  const later = await emitted(here)
  for (const _again of [1, 2]) expect(await order()).toEqual(before)
  expect(await position(later)).toBeNull()
  const waiting = await db.admin.query(
    `select value from platform.gauges() where name = 'event_oldest_unordered_seconds'`,
  )
  expect(waiting.rows[0].value).toBeGreaterThan(0)
  await worker.query(`commit prepared 'in doubt'`)
  expect(await order()).toEqual({ head: before.given, given: before.given + 1 })
  expect(await order()).toEqual({ head: before.given + 1, given: before.given + 1 })
  expect(await position(later)).toBe(before.given + 1)
})

test('positions that a node committed alone, before the coordinator died, are kept and given to nothing else', async () => {
  const [here, there] = merchants
  const { head } = await order()
  const kept = await emitted(there)
  const { worker, shard } = await placeOf(there)
  await worker.query(`update ${shard} set position = ${head + 1} where id = '${kept}'`)
  const next = await emitted(here)
  await orderEvents(db.admin)
  expect([await position(kept), await position(next)]).toEqual([head + 1, head + 2])
})

test('pruning leaves what the head has not reached', async () => {
  const old = await emitted(merchants[0])
  await db.admin.query(`update events.events set at = now() - interval '31 days'`)
  const { head, given } = await order()
  expect(given).toBe(head + 1)
  const isKeptByPruning = async () => {
    await db.admin.query(`select events.prune_events('30 days', 0, 100)`)
    return (await db.admin.query('select from events.events where id = $1', [old])).rowCount === 1
  }
  expect(await isKeptByPruning()).toBe(true)
  expect(await order()).toEqual({ head: given, given })
  expect(await isKeptByPruning()).toBe(false)
})
