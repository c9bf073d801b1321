import { once } from 'node:events'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { DBOSClient } from '@dbos-inc/dbos-sdk'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { cloneDatabase, type TestDatabase } from '../../test/cluster.ts'
import { patient } from '../../test/patience.ts'
import { startProgram } from '../../test/programs.ts'
import { latestDue, queueMissed } from './missed.ts'

// A shop's computer is off at night, or starts with a wrong clock. The engine's registry is per process.
const [minuteMs, dayMs] = [60_000, 86_400_000]
const leaseMs = patient(1_000)
let db: TestDatabase
beforeEach(async () => {
  db = await cloneDatabase()
})
afterEach(() => db.close())

async function worker(CRON: string, aheadMs = 0, extra: Readonly<Record<string, string>> = {}) {
  const child = startProgram([path.resolve(import.meta.dirname, '../../test/job-worker.mjs')], {
    env: {
      PATH: process.env['PATH'],
      WORKER_URL: db.workerUrl,
      FAILURES: '0',
      LEASE_MS: String(leaseMs),
      CRON,
      AHEAD_MS: String(aheadMs),
      ...extra,
    },
    stdin: 'pipe',
  })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const next = async () => (await lines.next()).value as string
  expect(await next()).toBe('ready')
  const ask = async (question: string) => {
    child.stdin?.write(`${question}\n`)
    return JSON.parse(await next())
  }
  const stop = async () => {
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
  return { ask, stop }
}

const never = '0 0 1 1 *'
/** Every day at this time, in UTC. */
const dailyAt = (at: Date) => `${at.getUTCMinutes()} ${at.getUTCHours()} * * *`
/** When the runs of the schedule were due, in order. */
async function dueTimes(): Promise<string[]> {
  const { rows } = await db.admin.query<{ id: string }>(
    `select workflow_uuid as id from dbos.workflow_status where name = 'test.job daily' and status = 'SUCCESS'
      order by workflow_uuid`,
  )
  return rows.map(({ id }) => id.replace('sched-test.job daily-', ''))
}
const soon = <T>(read: () => Promise<T>) => expect.poll(read, { timeout: patient(10_000), interval: 100 })

test('work that was due while no process ran is done once after a start, by one of two workers', async () => {
  const due = new Date(Math.floor(Date.now() / minuteMs - 10) * minuteMs)
  const cron = dailyAt(due)
  // Three days ago, some minutes before the work of that day was due: a new installation has missed nothing.
  const first = await worker(cron, -3 * dayMs - 20 * minuteMs)
  expect(await first.ask('runs')).toBe(0)
  await first.stop()
  expect(await dueTimes()).toEqual([])

  const both = await Promise.all([worker(cron), worker(cron)])
  await soon(dueTimes).toEqual([due.toISOString()])
  for (const each of both) await each.stop()
  const later = await worker(cron)
  await later.ask('enqueue a-sign-of-life')
  await soon(async () => (await later.ask('status a-sign-of-life')).status).toBe('SUCCEEDED')
  expect(await dueTimes()).toEqual([due.toISOString()])
  await later.stop()
})

test('where nothing was missed, the engine is not asked for it', async () => {
  await (await worker(never)).stop()
  const client = await DBOSClient.create({ systemDatabaseUrl: db.workerUrl })
  try {
    expect(await queueMissed(client, [])).toEqual([])
  } finally {
    await client.destroy()
  }
})

test('after the clock was set back by a day, scheduled work goes on', async () => {
  const started = new Date(Date.now() + dayMs).toISOString()
  const { ask, stop } = await worker('* * * * *', dayMs)
  // A minute may have begun since.
  expect((await dueTimes()).filter((at) => at <= started)).toEqual([])
  const before = new Date(Date.now() - 2 * minuteMs).toISOString()
  await ask('ahead 0')
  const ofToday = async () =>
    (await dueTimes()).filter((at) => at > before && at <= new Date().toISOString()).length
  await expect.poll(ofToday, { timeout: patient(20_000), interval: 200 }).toBeGreaterThan(0)
  await stop()
})

test('a worker whose work was taken over when its clock was set back begins anew once', async () => {
  const { ask, stop } = await worker(never, dayMs)
  // As text, to the microsecond: a Date would be a little earlier, and the lease look renewed already.
  const { rows: before } = await db.admin.query('select id, leased_until::text from app.workers')
  const [former] = before
  const isRenewed = async () => {
    const renewed = 'select from app.workers where id = $1 and leased_until > $2::timestamptz'
    return (await db.admin.query(renewed, [former.id, former.leased_until])).rowCount
  }
  // Both happen before its next renewal.
  await expect.poll(isRenewed, { timeout: patient(10_000), interval: 10 }).toBe(1)
  await Promise.all([db.admin.query('delete from app.workers where id = $1', [former.id]), ask('ahead 0')])
  const leases = async () => (await db.admin.query('select id from app.workers')).rows
  await soon(leases).toHaveLength(1)
  const [latter] = await leases()
  const isRenewedTwice = async () => {
    const renewed = `select from app.workers where id = $1 and leased_until > started_at + 1.5 * $2 * interval '1 ms'`
    return (await db.admin.query(renewed, [latter.id, leaseMs])).rowCount
  }
  await soon(isRenewedTwice).toBe(1)
  await stop()
})

test('a pause between attempts that began before the clock was set back is made again', async () => {
  const { ask, stop } = await worker(never, dayMs, { FAILURES: '1', PAUSE_MS: '2000' })
  await ask('enqueue a-pause')
  const isPausing = async () =>
    (await ask('steps a-pause')).some(({ name }: { name: string }) => name === 'DBOS.sleep')
  await soon(isPausing).toBe(true)
  await ask('ahead 0')
  await soon(async () => (await ask('status a-pause')).status).toBe('SUCCEEDED')
  await stop()
})

test('a pause that began while the clock was ahead is made again after a start with the right clock', async () => {
  const first = await worker(never, 0, { FAILURES: '1', PAUSE_MS: '60000' })
  await first.ask('enqueue a-pause')
  const pauses = `dbos.operation_outputs where workflow_uuid = 'a-pause' and function_name = 'DBOS.sleep'`
  await soon(async () => (await db.admin.query(`select from ${pauses}`)).rowCount).toBe(1)
  await first.ask('stop')
  await first.stop()
  // As it was recorded, had the clock been a year ahead until the stop.
  await db.admin.query(
    `update dbos.operation_outputs o
        set started_at_epoch_ms = o.started_at_epoch_ms + $1, completed_at_epoch_ms = o.completed_at_epoch_ms + $1,
            output = (o.output::bigint + $1)::text
       from (select workflow_uuid, function_id from ${pauses}) p
      where o.workflow_uuid = p.workflow_uuid and o.function_id = p.function_id`,
    [365 * dayMs],
  )
  const later = await worker(never)
  await soon(async () => (await later.ask('status a-pause')).status).toBe('SUCCEEDED')
  await later.stop()
})

test.each([
  ['* * * * *', '2026-11-23T10:05:59Z', '2026-11-23T10:05:00.000Z'],
  ['*/20 * * * *', '2026-11-23T10:20:00Z', '2026-11-23T10:20:00.000Z'],
  ['45 3 * * *', '2026-11-23T03:44:59Z', '2026-11-22T03:45:00.000Z'],
  ['0 2 1 * *', '2026-11-23T10:00:00Z', '2026-11-01T02:00:00.000Z'],
  ['0 0 1 1 *', '2026-11-23T10:00:00Z', '2026-01-01T00:00:00.000Z'],
  ['0 0 29 2 *', '2026-11-23T10:00:00Z', undefined],
])('%s was due last, at %s: %s', (cron, now, due) => {
  const found = latestDue({ cron, timeZone: 'UTC' }, new Date(now))
  expect(found?.toISOString()).toBe(due)
})
