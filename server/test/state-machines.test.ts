import { createHash } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { schemas } from '../src/areas.ts'
import { type RunningProduct, startProduct } from './app.ts'
import { type Event, type Machine, machineShop } from './state-machines/machine.ts'
import { columnsOfPlatform, machinesOfPlatform } from './state-machines/of-platform.ts'
import { columnsOfStores, machinesOfStores } from './state-machines/of-stores.ts'

/** Columns with states that are asked about elsewhere, each with the reason. */
const elsewhere: Readonly<Record<string, string>> = {
  'events.webhook_deliveries.status': 'only its worker changes it: events/webhooks/webhooks.test.ts',
  'events.webhooks.status': 'a manager sets each of them whenever they like',
  'identity.mails.status': 'only its worker changes it: identity/accounts/resetting.test.ts',
  'platform.merchant_moves.status': 'only a cluster has moves: unfinished-moves.citus.ts',
  'platform.merchants.verification_status': 'it is derived from facts, and no event sets it (decision 15)',
  'platform.restored_acts.status': 'they exist only in a restored database: restored.test.ts',
  'shop.employees.status': 'a plain field, which a manager sets as they like',
  'shop.stores.status': 'a plain field, which a manager sets as they like',
  'stock.chip_import_runs.status': 'only its job changes it: chip-import-crash.test.ts',
  'vas.sales.phase': 'every pair of phases is asked below',
  'vas.sales.status': 'a check derives it from the phase',
}

const columns = [...columnsOfStores, ...columnsOfPlatform]

let app: RunningProduct
let client: pg.Client
let pool: pg.Pool
let machines: Readonly<Record<(typeof columns)[number], Machine>>
beforeAll(async () => {
  app = await startProduct()
  const shop = await machineShop(app)
  machines = { ...machinesOfStores(shop), ...machinesOfPlatform(shop) }
  client = new pg.Client({ connectionString: app.adminUrl })
  await client.connect()
  pool = new pg.Pool({ connectionString: app.adminUrl, max: 20 })
})
afterAll(async () => {
  await Promise.all([client.end(), pool.end()])
  await app.close()
})

/** The states of each column, by what its check allows. */
async function statesByColumn(): Promise<ReadonlyMap<string, readonly string[]>> {
  const { rows } = await app.admin.query<{ column: string; check: string }>(
    `select format('%s.%s', k.conrelid::regclass, a.attname) as column, pg_get_constraintdef(k.oid) as check
       from pg_constraint k join pg_class c on c.oid = k.conrelid
       join pg_attribute a on a.attrelid = k.conrelid and k.conkey = array[a.attnum]
      where k.contype = 'c' and c.relnamespace::regnamespace::text = any ($1) and a.attname ~ '(status|phase)$'
        and pg_get_constraintdef(k.oid) like '%ANY (ARRAY[%'`,
    [schemas],
  )
  return new Map(
    rows.map(({ column, check }) => [
      column,
      [...check.matchAll(/'(\w+)'/g)].map(([, state]) => state as string),
    ]),
  )
}

type Asks = pg.Client | pg.PoolClient

/** Puts a row into a state, whatever has led there: only its state is looked at. */
async function put(asked: Asks, column: string, id: string, state: string): Promise<void> {
  const [schema, table, name] = column.split('.')
  await asked.query('set local session_replication_role = replica')
  await asked.query(`update ${schema}.${table} set ${name} = $2 where id = $1`, [id, state])
  await asked.query('set local session_replication_role = origin')
}

/** Calls an event as the person who brings it about. @returns whether it was refused */
async function bringAbout(asked: Asks, { by, call }: Event, id: string): Promise<boolean> {
  await asked.query('set local session authorization mostrador_api')
  const hash = createHash('sha256').update(by.token).digest()
  await asked.query(`select app.authenticate($1, null, true, 'test')`, [hash])
  await asked.query('savepoint asked')
  return asked.query(`select ${call}`, [id]).then(
    () => false,
    () => asked.query('rollback to savepoint asked').then(() => true),
  )
}

/** What an event does to a row in a state: the next state, or `refused` if nothing changes. */
async function outcomeOf(column: string, id: string, event: Event, from: string): Promise<string> {
  const [schema, table, name] = column.split('.')
  await client.query('begin')
  try {
    await put(client, column, id, from)
    const isRefused = await bringAbout(client, event, id)
    await client.query('reset session authorization')
    const { rows } = await client.query(`select ${name} as state from ${schema}.${table} where id = $1`, [id])
    return isRefused && rows[0].state === from ? 'refused' : rows[0].state
  } finally {
    await client.query('rollback')
  }
}

/** Checks that tie other columns to the state would forbid a state that nothing has led to. */
async function forgetOtherChecks(column: string): Promise<void> {
  const [schema, table, name] = column.split('.')
  const { rows } = await client.query<{ conname: string }>(
    `select conname from pg_constraint where conrelid = $1::regclass and contype = 'c'
        and pg_get_constraintdef(oid) not like 'CHECK ((' || $2 || ' = ANY%' and pg_get_constraintdef(oid) not like '%permission_set%'`,
    [`${schema}.${table}`, name],
  )
  for (const { conname } of rows)
    await client.query(`alter table ${schema}.${table} drop constraint ${conname}`)
}

test('every column with states is a machine here, or is listed with the reason', async () => {
  const known = [...columns, ...Object.keys(elsewhere)]
  expect([...(await statesByColumn()).keys()].sort()).toEqual(known.sort())
})

describe.each(columns)('%s', (column) => {
  beforeAll(() => forgetOtherChecks(column))

  test('every event in every state leads where it is declared to lead, and is refused in all others', async () => {
    const states = (await statesByColumn()).get(column) ?? []
    const { make, events } = machines[column]
    const id = await make()
    const wrong: string[] = []
    for (const [name, event] of Object.entries(events))
      for (const from of states) {
        const found = await outcomeOf(column, id, event, from)
        const expected = event.moves[from] ?? 'refused'
        if (found !== expected) wrong.push(`${from}, ${name}: ${expected} expected, ${found} found`)
      }
    expect(states.length).toBeGreaterThan(1)
    expect(wrong).toEqual([])
  })

  test('every event that leads to another state has one effect when twenty bring it about at once', async () => {
    const machine = machines[column]
    const wrong: string[] = []
    for (const [name, event] of Object.entries(machine.events))
      for (const [from, to] of Object.entries(event.moves)) {
        if (from === to) continue
        const effect = (times: number) => effectOf(column, machine, event, from, times)
        // The first one ever may leave more: the numbers of a store, the totals of a day.
        await effect(1)
        const one = await effect(1)
        const twenty = await effect(20)
        if (one !== twenty) wrong.push(`${from}, ${name}: ${one} rows, and ${twenty} rows`)
      }
    expect(wrong).toEqual([])
  })
})

/** How many rows there are in all tables of ours. */
async function rowsOf(isAudited: boolean): Promise<number> {
  const { rows } = await app.admin.query<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class c
      where c.relkind = 'r' and c.relnamespace::regnamespace::text = any ($1)`,
    [schemas.filter((schema) => isAudited || schema !== 'audit')],
  )
  const counts = rows.map(({ name }) => `(select count(*) from ${name})`)
  return Number((await app.admin.query(`select ${counts.join(' + ')} as n`)).rows[0].n)
}

/** How many rows an event leaves when it is brought about several times at once. */
async function effectOf(
  column: string,
  machine: Machine,
  event: Event,
  from: string,
  times: number,
): Promise<number> {
  const id = await machine.make()
  await client.query('begin')
  await put(client, column, id, from)
  await client.query('commit')
  // One that is done again without effect is recorded again.
  const isAudited = event.moves[event.moves[from] as string] === undefined
  const before = await rowsOf(isAudited)
  // All of them end before the test does: it takes the database away.
  const answers = await Promise.allSettled(
    Array.from({ length: times }, async () => {
      const asked = await pool.connect()
      try {
        await asked.query('begin')
        await bringAbout(asked, event, id)
        await asked.query('commit')
      } finally {
        asked.release()
      }
    }),
  )
  for (const answer of answers)
    if (answer.status === 'rejected') throw new Error(`${from}, ${event.call}`, { cause: answer.reason })
  return (await rowsOf(isAudited)) - before
}

/** By which a sale of a service goes from one phase to another. */
const phases: Readonly<Record<string, readonly string[]>> = {
  RESERVED: ['HOLDING', 'HELD', 'CONFIRMING', 'FAILED', 'REVIEW'],
  HOLDING: ['HOLDING', 'HELD', 'CONFIRMING', 'FAILED', 'REVIEW'],
  HELD: ['HELD', 'CONFIRMING', 'FAILED', 'REVIEW'],
  CONFIRMING: ['CONFIRMING', 'SUBMITTED', 'COMPLETED', 'FAILED', 'REVIEW'],
  SUBMITTED: ['SUBMITTED', 'COMPLETED', 'FAILED', 'REVIEW'],
  REVIEW: ['REVIEW', 'COMPLETED', 'FAILED'],
  COMPLETED: ['COMPLETED', 'REVERSED'],
  FAILED: ['FAILED'],
  REVERSED: [],
}

test('PostgreSQL refuses every pair of phases that no answer of the provider leads along', async () => {
  const all = (await statesByColumn()).get('vas.sales.phase') ?? []
  expect([...all].sort()).toEqual(Object.keys(phases).sort())
  const accepted: string[] = []
  for (const from of all)
    for (const to of all)
      await app.admin
        .query(`select vas.transition(gen_random_uuid(), gen_random_uuid(), 1, $1, $2, '{}', null, null)`, [
          from,
          to,
        ])
        .then(
          () => accepted.push(`${from}>${to}`),
          (error) => expect(error.message).toBe(`a sale cannot go from ${from} to ${to}`),
        )
  expect(accepted.sort()).toEqual(
    Object.entries(phases)
      .flatMap(([from, to]) => to.map((each) => `${from}>${each}`))
      .sort(),
  )
})
