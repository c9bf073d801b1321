import { afterAll, beforeAll, expect, test } from 'vitest'
import { cloneDatabase, type TestDatabase } from '../../test/cluster.ts'
import { passTime } from '../../test/pass-time.ts'
import { Sql } from './sql.ts'

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
    const asked = Promise.allSettled([ask('select pg_sleep(5)'), ask('select pg_sleep(5)')])
    const isUnderWay = async () =>
      (await cloned.admin.query(`select from pg_stat_activity where query = 'select pg_sleep(5)'`)).rowCount
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
