import { afterAll, beforeAll, expect, test } from 'vitest'
import { buffersFor } from '../../../test/buffers.ts'
import { cloneDatabase, type TestDatabase } from '../../../test/cluster.ts'
import { type Merchant, type Person, worldOf } from '../../../test/world.ts'
import { eventsBetween, type Subject } from './queries.ts'

let db: TestDatabase
let merchant: Merchant
let operator: Person

beforeAll(async () => {
  db = await cloneDatabase()
  const world = worldOf(db.admin)
  merchant = await world.merchant()
  operator = await world.operator()
  // Of another merchant, and before all others.
  await happen(await world.merchant(), 20_000, -100_000)
})
afterAll(() => db.close())

/** Events of a merchant as a whole, from this position on. */
async function happen({ id }: Merchant, times: number, from: number): Promise<void> {
  await db.admin.query(
    `insert into events.events (merchant_id, id, permission_set, type, payload, position)
     select $1::uuid, app.uuid_v7(), s.id, 'theme.changed', '{}', $3::int + no
       from (select authz.open_portfolio($1, null) as id offset 0) s cross join generate_series(1, $2::int) no`,
    [id, times, from],
  )
  await db.admin.query('analyze events.events')
}

/** How many pages the next hundred events of a stream take. */
const pagesFor = (reader: Person, of: Omit<Subject, 'storeId'>): Promise<number> =>
  buffersFor(reader, db.admin, (tx) =>
    eventsBetween(tx, { ...of, storeId: undefined }, { after: -1_000_000n, upTo: 1_000_000n, limit: 100 }),
  )

test('a stream of all stores reads the events of its merchants, and none of others', async () => {
  await happen(merchant, 100, 0)
  expect(await pagesFor(merchant.owner, { merchantIds: [merchant.id], isPlatform: false })).toBeLessThan(100)
})

test('a stream of platform staff reads the events for them, and none of merchants', async () => {
  expect(await pagesFor(operator, { merchantIds: [], isPlatform: true })).toBeLessThan(100)
})
