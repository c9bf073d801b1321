import { afterAll, beforeAll, expect, test } from 'vitest'
import { pagesRead } from '../../../test/buffers.ts'
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

/** How many pages are read for the next hundred events of a stream. */
const readFor = (reader: Person, of: Omit<Subject, 'storeId'>): Promise<number> =>
  pagesRead(db.database, { reader, table: 'events.events' }, (tx) => {
    const range = { after: -1_000_000n, upTo: 1_000_000n, limit: 100 }
    return eventsBetween(tx, { ...of, storeId: undefined }, range)
  })

test('a stream of all stores reads the events of its merchants, and none of others', async () => {
  await happen(merchant, 100, 0)
  const read = await readFor(merchant.owner, { merchantIds: [merchant.id], isPlatform: false })
  expect(read).toBeLessThan(40)
})

test('a stream of platform staff reads the events for them, and none of merchants', async () => {
  expect(await readFor(operator, { merchantIds: [], isPlatform: true })).toBeLessThan(40)
})
