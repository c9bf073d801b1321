import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { cloneDatabase, type TestDatabase } from '../../test/cluster.ts'
import { cuttableWire } from '../../test/cuttable-wire.ts'
import { passTime } from '../../test/pass-time.ts'
import { patient } from '../../test/patience.ts'
import { createDatabase } from './database.ts'
import { Sql } from './sql.ts'
import { setStatementTimeout } from './statement-timeout.ts'

let cloned: TestDatabase
beforeAll(async () => {
  cloned = await cloneDatabase({ poolSize: 4 })
})
afterAll(() => cloned.close())

const ask = (query: string) => cloned.database.guest('r', (tx) => tx.rows(new Sql([query], [])))
const endConnections = () =>
  cloned.admin.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
      where usename = 'mostrador_api' and datname = current_database()`,
  )

/** Would have ended the process; Vitest also fails the run for it. */
async function uncaughtDuring(work: () => Promise<void>): Promise<Error[]> {
  const uncaught: Error[] = []
  const note = (error: Error) => uncaught.push(error)
  process.prependListener('uncaughtException', note)
  await work()
  await passTime(50, 'a late error is thrown')
  process.removeListener('uncaughtException', note)
  return uncaught
}

// A restart or a failover of PostgreSQL, as seen by every API process.
test('a connection lost in use fails its request, and the process continues', async () => {
  const uncaught = await uncaughtDuring(async () => {
    const asked = Promise.allSettled([ask('select pg_sleep(9)'), ask('select pg_sleep(9)')])
    const isUnderWay = async () =>
      (
        await cloned.admin.query(
          `select from pg_stat_activity where state = 'active' and query = 'select pg_sleep(9)'`,
        )
      ).rowCount
    await expect.poll(isUnderWay).toBe(2)
    await endConnections()
    for (const outcome of await asked)
      expect(outcome).toMatchObject({
        status: 'rejected',
        reason: { code: 'database_unavailable', status: 503 },
      })
  })
  expect(uncaught).toEqual([])
  expect(await ask('select 1 as one')).toEqual([{ one: 1 }])
})

test('idle connections that are lost fail nothing', async () => {
  await Promise.all(Array.from({ length: 4 }, () => ask('select pg_sleep(0.05)')))
  const uncaught = await uncaughtDuring(async () => {
    await endConnections()
    await expect.poll(() => ask('select 1 as one').catch(() => [])).toEqual([{ one: 1 }])
  })
  expect(uncaught).toEqual([])
})

test(
  'a host that vanishes without closing its connections holds requests up for twenty seconds at most',
  async () => {
    const wire = await cuttableWire(inject('adminUrl'))
    const database = createDatabase({
      url: wire.via(cloned.apiUrl),
      workerUrl: wire.via(cloned.workerUrl),
      poolSize: 4,
      connectTimeoutMs: patient(5_000),
      onError: () => {},
    })
    const ask = (text: string) => database.guest('r', (tx) => tx.rows(new Sql([text], [])))
    // Its BEGIN has waited for longer than its first statement.
    const askLate = (text: string) =>
      database.worker(async (tx) => {
        await passTime(100, 'a statement that is sent some time after BEGIN')
        return tx.rows(new Sql([text], []))
      })
    try {
      const warm = 'select pg_sleep(0.2)'
      await Promise.all([ask(warm), ask(warm), ask(warm), ask(warm), askLate(warm), askLate(warm)])
      wire.silence()
      const at = performance.now()
      for (const unanswered of await Promise.allSettled([ask('select'), askLate('select')]))
        expect(unanswered).toMatchObject({
          status: 'rejected',
          reason: { code: 'database_unavailable', status: 503 },
        })
      expect(await Promise.all([ask('select 1 as one'), askLate('select 1 as one')])).toEqual([
        [{ one: 1 }],
        [{ one: 1 }],
      ])
      expect(performance.now() - at).toBeLessThan(15_000 + patient(5_000))
    } finally {
      await wire.close()
      await database.close()
    }
  },
  patient(60_000),
)

test(
  'a statement that may run for longer than usual is waited for',
  async () => {
    const slept = cloned.database.guest('r', async (tx) => {
      await setStatementTimeout(tx, 30_000)
      return tx.rows(new Sql(['select 1 as one from pg_sleep(16)'], []))
    })
    expect(await slept).toEqual([{ one: 1 }])
  },
  patient(60_000),
)

test(
  'the last of several slow statements that were sent together is waited for',
  async () => {
    const slept = cloned.database.guest('r', async (tx) => {
      // Each may take seconds more on a machine that stalls; the process waits for five seconds more than the first may take.
      await setStatementTimeout(tx, 5_000)
      const slow = () => tx.rows(new Sql(['select 1 as one from pg_sleep(1)'], []))
      return Promise.all(Array.from({ length: 11 }, slow))
    })
    expect(await slept).toHaveLength(11)
  },
  patient(60_000),
)
