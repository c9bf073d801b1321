import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../src/database/embedded/launch.ts'
import { loginsOf } from '../src/database/login.ts'
import { migrate } from '../src/database/migrate.ts'
import { contextSettings, createReplica } from '../src/database/replica.ts'
import { replicaStateOf } from '../src/database/replica-state.ts'
import { type Log, ofPrimary } from '../src/database/standby.ts'
import { runner } from '../src/database/transaction.ts'
import { Problem } from '../src/problem/problem.ts'
import { openProduct, type RunningProduct } from './app.ts'
import { ask, databaseOf, openDatabase } from './cluster.ts'
import { patient } from './patience.ts'
import { type Standby, startStandby } from './standby.ts'
import { type Shop, type Tills, tillsOf } from './till.ts'

const token = 'a-token-that-only-the-monitor-knows-1'
const name = 'mostrador'
let dir: string
let primary: EmbeddedPostgres
let standby: Standby
let there: pg.Pool
let app: RunningProduct
let tills: Tills
let shop: Shop
let other: Shop
let coffee: string

beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'mostrador-primary-'))
  primary = await startEmbeddedPostgres({ dir, settings: { fsync: 'off' } })
  await ask(primary.url, `create database ${name}`)
  const url = databaseOf(primary.url, name)
  await migrate(url, loginsOf(url).passwords)
  standby = await startStandby(primary)
  there = new pg.Pool({ connectionString: databaseOf(standby.url, name), max: 2 })
  there.on('error', () => {})
  app = await openProduct(openDatabase([primary.url], name), {
    DATABASE_REPLICA_URL: loginsOf(databaseOf(standby.url, name)).apiUrl,
    MOSTRADOR_METRICS_TOKEN: token,
  })
  tills = tillsOf(app)
  shop = await tills.shop()
  other = await tills.shop()
  coffee = await tills.product(shop.store, { priceCentavos: 4_650 })
}, patient(120_000))
afterAll(async () => {
  await app?.close()
  await there?.end()
  await standby?.remove()
  await primary?.stop()
  await rm(dir, { recursive: true, force: true })
})

const report = (who = shop.manager) => app.call(who, 'GET', '/pos/reports/sales?by=day')
const sold = async (who?: typeof shop.manager): Promise<number> =>
  (await report(who)).body.totals.totalCentavos
const sell = () => tills.sale(shop.cashier, [{ variantId: coffee }])
const used = async (): Promise<number> => {
  const { text } = await app.call(undefined, 'GET', '/metrics', undefined, {
    authorization: `Bearer ${token}`,
  })
  return Number(/^mostrador_database_replica_used (.*)$/m.exec(text)?.[1])
}
/** When the product last read at the standby. */
const lastReadThere = async (): Promise<string | null> =>
  (
    await there.query(
      `select max(state_change)::text as at from pg_stat_activity where application_name = 'mostrador-reports'`,
    )
  ).rows[0].at
/** The replica is asked again some seconds after it could not be used. */
const usedAgain = () =>
  expect
    .poll(async () => ((await report()).status === 200 ? used() : undefined), {
      timeout: patient(30_000),
      interval: 500,
    })
    .toBe(1)

/**
 * Makes a request until it is read at the standby, since one that was behind for half a second is left alone for some seconds.
 *
 * @returns how often it was made
 */
async function readThere(request: () => Promise<void>): Promise<number> {
  for (let times = 1; ; times++) {
    const before = await lastReadThere()
    await request()
    if ((await lastReadThere()) !== before) return times
    expect(times, 'times it was read at the primary').toBeLessThan(5)
    await usedAgain()
  }
}

test('a report is read at the standby, with all that was sold before it was asked for', async () => {
  await usedAgain()
  let atOnce = 0
  for (let sales = 1; sales <= 20; sales++) {
    await sell()
    const times = await readThere(async () => expect(await sold()).toBe(sales * 4_650))
    if (times === 1) atOnce++
  }
  expect(atOnce).toBeGreaterThan(0)
  await usedAgain()
})

test('a file is read there as well, and what a till does is not', async () => {
  await usedAgain()
  const before = await lastReadThere()
  await app.call(shop.cashier, 'GET', `/pos/products?storeId=${shop.store.id}`)
  expect(await lastReadThere()).toBe(before)
  await readThere(async () => {
    const file = await app.call(shop.manager, 'GET', '/pos/reports/sales/export?by=day&format=csv')
    expect(file.status, file.text).toBe(200)
  })
})

test('it shows the caller what is theirs, and nothing of others', async () => {
  await readThere(async () => expect(await sold(other.manager)).toBe(0))
  const foreign = await app.call(other.manager, 'GET', `/pos/reports/sales?by=day&storeId=${shop.store.id}`)
  expect(foreign.status).toBeGreaterThanOrEqual(403)
  const guest = await app.call(undefined, 'GET', '/pos/reports/sales?by=day')
  expect(guest.status).toBe(401)
})

test('the caller whom the primary settles is the caller at the standby, to the last setting', async () => {
  const source = await readFile('server/src/authorization/authenticate.sql', 'utf8')
  const set = [...source.matchAll(/app\.set_local\('(app\.[a-z_]+)'/g)].map((each) => each[1])
  expect(new Set(contextSettings)).toEqual(new Set(set))
})

test('a standby that is behind is not believed: the primary reads, and decides who may', async () => {
  await usedAgain()
  const gone = await app.world.member(shop.store, 'supervisor')
  expect((await report(gone)).status).toBe(200)
  const before = await sold()
  await there.query('select pg_wal_replay_pause()')
  try {
    await app.call(shop.manager, 'DELETE', `/pos/memberships/${gone.membershipId}`)
    expect((await report(gone)).status).toBeGreaterThanOrEqual(401)
    await sell()
    expect(await sold()).toBe(before + 4_650)
    expect(await used()).toBe(0)
  } finally {
    await there.query('select pg_wal_replay_resume()')
  }
  await usedAgain()
})

test('without the standby the primary reads, until it is back', async () => {
  await usedAgain()
  const before = await sold()
  await standby.stop()
  await sell()
  expect(await sold()).toBe(before + 4_650)
  expect(await used()).toBe(0)
  await standby.start()
  await usedAgain()
  expect(await sold()).toBe(before + 4_650)
})

test('a fault of the primary is reported as such, and the standby stays in use', async () => {
  const { rows } = await app.admin.query<Log>(`select ${ofPrimary.text} from pg_control_system()`)
  const [log] = rows as [Log]
  const url = loginsOf(databaseOf(standby.url, name)).apiUrl
  const gone = new Problem('database_unavailable')
  const faults: unknown[] = []
  const asked: string[] = []
  const replica = createReplica(
    runner({ poolSize: 1, onError: () => {} }, { url, places: 1, name: 'test' }),
    async (_lsn, priority) => {
      asked.push(priority)
      throw gone
    },
    (fault) => faults.push(fault),
  )
  try {
    // The standby has gone on since, so the primary has to be asked.
    const standing = { ...log, context: {}, lsn: '0/1', isSpread: false }
    await expect(replica.read(standing, 'export', async () => {})).rejects.toBe(gone)
    expect(asked).toEqual(['export'])
    expect(faults).toEqual([])
    expect(replica.isUsed() && replica.takes('export')).toBe(true)
  } finally {
    await replica.close()
  }
})

test.each([
  {
    where: 'a primary',
    address: () => app.apiUrl,
    fault: 'it is a primary itself, or was promoted',
    state: { misfit: 'notStandby' },
  },
  {
    where: 'another database of the standby',
    address: () => loginsOf(databaseOf(standby.url, 'postgres')).apiUrl,
    fault: 'it is not a standby of this database',
    state: { misfit: 'otherDatabase' },
  },
])('an address that leads to $where is noticed, and nothing is read there', async ({
  address,
  fault,
  state,
}) => {
  const second = await openProduct(openDatabase([primary.url], name), {
    DATABASE_REPLICA_URL: address(),
    MOSTRADOR_METRICS_TOKEN: token,
  })
  try {
    const answer = await second.call(shop.manager, 'GET', '/pos/reports/sales?by=day')
    expect(answer.status).toBe(200)
    expect(second.logLines.join('')).toContain(fault)
    expect(await replicaStateOf({ apiUrl: app.apiUrl, replicaUrl: address() })).toMatchObject(state)
  } finally {
    await second.stop()
  }
})

test.each([
  {
    how: 'to a moment',
    restore: (copy: Standby) => ask(copy.url, 'select pg_promote()'),
    fault: 'it is on another timeline than the primary',
    state: { misfit: 'otherTimeline' },
  },
  {
    how: 'from a copy of its files',
    restore: (copy: Standby) => copy.stop().then(copy.startAsPrimary),
    fault: 'it is ahead of the primary',
    state: { misfit: undefined, missingBytes: expect.toSatisfy((bytes: number) => bytes < 0) },
  },
])('a primary that was restored $how shows nothing of what only the standby still has', {
  // Longer than a PostgreSQL may take to start: what it says about a failure must be seen.
  timeout: patient(200_000),
}, async ({ restore, fault, state }) => {
  await usedAgain()
  const before = await sold()
  const copy = await startStandby(primary)
  try {
    await restore(copy)
    await sell()
    await ask(primary.url, 'select pg_switch_wal()')
    expect(await sold()).toBe(before + 4_650)
    const replicaUrl = loginsOf(databaseOf(standby.url, name)).apiUrl
    const restored = await openProduct(openDatabase([copy.url], name), { DATABASE_REPLICA_URL: replicaUrl })
    try {
      const answer = await restored.call(shop.manager, 'GET', '/pos/reports/sales?by=day')
      expect(answer.body.totals, answer.text).toMatchObject({ totalCentavos: before })
      expect(restored.logLines.join('')).toContain(fault)
      expect(await replicaStateOf({ apiUrl: restored.apiUrl, replicaUrl })).toMatchObject(state)
    } finally {
      await restored.close()
    }
  } finally {
    await copy.remove()
  }
})
