import { once } from 'node:events'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cloneDatabase, type TestDatabase } from '../../test/cluster.ts'
import { type CuttableWire, cuttableWire } from '../../test/cuttable-wire.ts'
import { patient } from '../../test/patience.ts'
import { killProgram, startProgram } from '../../test/programs.ts'

// The engine's registry is per process, and a crash test needs a process: every job runs in its own.
let db: TestDatabase
beforeAll(async () => {
  db = await cloneDatabase()
})
afterAll(() => db.close())

/** A busy process renews its own in time. */
const leaseMs = patient(1_000)
const lease = String(leaseMs)

/** A process with one job, which fails its first `failures` attempts; it answers each line with a line. */
async function worker(failures: number, extra: Record<string, string> = {}) {
  const child = startProgram([path.resolve(import.meta.dirname, '../../test/job-worker.mjs')], {
    env: { PATH: process.env['PATH'], WORKER_URL: db.workerUrl, FAILURES: String(failures), ...extra },
    stdin: 'pipe',
  })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const next = async () => (await lines.next()).value as string
  expect(await next()).toBe('ready')
  const ask = async (question: string) => {
    child.stdin?.write(`${question}\n`)
    return JSON.parse(await next())
  }
  return { child, ask }
}

const until = (read: () => Promise<{ status: string }>, status: string) =>
  expect.poll(async () => (await read()).status, { interval: 100 }).toBe(status)

test('a job that fails twice succeeds at the third attempt, and each attempt is recorded', async () => {
  const { ask } = await worker(2)
  await ask('enqueue job-retries')
  await until(() => ask('status job-retries'), 'SUCCEEDED')
  expect(await ask('status job-retries')).toMatchObject({
    name: 'test.job',
    result: { attempts: 3 },
    attempts: 3,
    error: null,
  })
  const steps = await ask('steps job-retries')
  expect(
    steps.map(({ name }: { name: string }) => name).filter((name: string) => name.startsWith('test.job')),
  ).toEqual(['test.job #1', 'test.job #2', 'test.job #3'])
  expect(steps[0].error).toBe('failed on purpose')
})

test('a job that fails all attempts has failed, with the last error', async () => {
  const { ask } = await worker(99)
  await ask('enqueue job-spent')
  await until(() => ask('status job-spent'), 'FAILED')
  expect(await ask('status job-spent')).toMatchObject({ error: 'failed on purpose', result: null })
  const [told, ...more] = await ask('given-up')
  expect(more).toEqual([])
  expect(told).toMatchObject({
    workflowId: 'job-spent',
    name: 'test.job',
    input: null,
    attempts: 4,
    lastError: 'failed on purpose',
  })
  const [first] = await ask('steps job-spent')
  expect(told.firstFailedAt).toBe(first.finishedAt)
})

test('a job gets the input that it was queued with', async () => {
  const { ask } = await worker(0)
  await ask('enqueue job-input {"merchantId":"m"}')
  await until(() => ask('status job-input'), 'SUCCEEDED')
  expect(await ask('given')).toEqual({ merchantId: 'm' })
})

test('work queued by a committed transaction runs, and work of a rolled back one does not', async () => {
  const { ask } = await worker(0)
  await db.admin.query(`select app.enqueue_work('test.job', 'job-sql', '{"no": 1}')`)
  await until(() => ask('status job-sql'), 'SUCCEEDED')
  expect(await ask('given')).toEqual({ no: 1 })
  await db.admin.query(`begin; select app.enqueue_work('test.job', 'job-undone', '{}'); rollback`)
  expect(await ask('status job-undone')).toBeNull()
})

test('kill -9 while giving up: the next process reports it again, and retries nothing', async () => {
  const first = await worker(99, { DIE_GIVING_UP: 'yes', LEASE_MS: lease })
  first.child.stdin?.write('enqueue job-end\n')
  await once(first.child, 'exit')
  const second = await worker(99, { LEASE_MS: lease })
  await until(() => second.ask('status job-end'), 'FAILED')
  expect(await second.ask('given-up')).toMatchObject([{ workflowId: 'job-end', attempts: 4 }])
  expect(await second.ask('runs')).toBe(0)
})

test('the same id is the same run', async () => {
  const { ask } = await worker(0)
  await ask('enqueue job-once')
  await until(() => ask('status job-once'), 'SUCCEEDED')
  await ask('enqueue job-once')
  expect(await ask('runs')).toBe(1)
})

test('kill -9 in the middle: the next process continues, and repeats no completed attempt', async () => {
  const first = await worker(2, { SLOW_MS: '60000', SLOW_FROM: '3', LEASE_MS: lease })
  await first.ask('enqueue job-crash')
  await expect.poll(async () => (await first.ask('steps job-crash')).length).toBeGreaterThanOrEqual(4)
  await killProgram(first.child)
  const second = await worker(0, { LEASE_MS: lease })
  await until(() => second.ask('status job-crash'), 'SUCCEEDED')
  const attempts = (await second.ask('steps job-crash')).map(({ name }: { name: string }) => name)
  expect(attempts.filter((name: string) => name === 'test.job #1')).toHaveLength(1)
  expect(await second.ask('runs')).toBe(1)
})

test('four workers that die and never return block nothing: the work continues', async () => {
  const dying = await Promise.all(
    ['one', 'two', 'three', 'four'].map((NODE) =>
      worker(0, { NODE, LEASE_MS: lease, SLOW_MS: '600000', SLOW_FROM: '1' }),
    ),
  )
  const ids = ['held-1', 'held-2', 'held-3', 'held-4']
  for (const [at, id] of ids.entries()) await dying[at]?.ask(`enqueue ${id}`)
  for (const id of ids) await until(() => dying[0]?.ask(`status ${id}`) as never, 'RUNNING')
  for (const { child } of dying) {
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  const { ask } = await worker(0, { NODE: 'five', LEASE_MS: lease })
  await ask('enqueue held-5')
  for (const id of [...ids, 'held-5']) await until(() => ask(`status ${id}`), 'SUCCEEDED')
  expect(await ask('runs')).toBe(5)
})

test('two processes with one name run each piece of work once', async () => {
  const slow = { NODE: 'same', SLOW_MS: '2500', SLOW_FROM: '1' }
  const first = await worker(0, slow)
  const ids = Array.from({ length: 6 }, (_, no) => `once-${no}`)
  for (const id of ids) await first.ask(`enqueue ${id}`)
  await until(() => first.ask('status once-0'), 'RUNNING')
  // The second one starts while the first is in the middle of some of it.
  const second = await worker(0, slow)
  for (const id of ids) await until(() => first.ask(`status ${id}`), 'SUCCEEDED')
  expect((await first.ask('runs')) + (await second.ask('runs'))).toBe(ids.length)
  for (const id of ids) expect(await second.ask(`status ${id}`)).toMatchObject({ attempts: 1 })
})

test('a worker that was frozen past its lease does not continue work that another has taken over', async () => {
  const frozen = await worker(3, { NODE: 'frozen', LEASE_MS: lease, SLOW_MS: '1500', SLOW_FROM: '1' })
  await frozen.ask('enqueue job-frozen')
  await until(() => frozen.ask('status job-frozen'), 'RUNNING')
  frozen.child.kill('SIGSTOP')
  const other = await worker(0, { NODE: 'other', LEASE_MS: lease })
  await until(() => other.ask('status job-frozen'), 'SUCCEEDED')
  const runs = await other.ask('runs')
  frozen.child.kill('SIGCONT')
  // Its work in progress ends without effect; it then takes new work like any other.
  other.child.kill('SIGTERM')
  await once(other.child, 'exit')
  await frozen.ask('enqueue job-thawed')
  await expect.poll(async () => (await frozen.ask('status job-thawed')).attempts).toBeGreaterThan(0)
  expect(await frozen.ask('status job-frozen')).toMatchObject({
    status: 'SUCCEEDED',
    result: { attempts: runs },
  })
})

test('after an outage longer than the lease, work of a process that is alive is not taken over', async () => {
  // Of its own: other tests leave work behind.
  const own = await cloneDatabase()
  const [ofBusy, ofIdle] = [await cuttableWire(own.workerUrl), await cuttableWire(own.workerUrl)]
  const onWire = (NODE: string, wire: CuttableWire) =>
    worker(0, {
      NODE,
      LEASE_MS: lease,
      SLOW_MS: String(3 * leaseMs + 1_000),
      SLOW_FROM: '1',
      WORKER_URL: wire.via(own.workerUrl),
    })
  const leases = async (nodes: readonly string[]) =>
    (
      await own.admin.query(
        `select id from app.workers where node = any ($1) and leased_until > clock_timestamp() order by node`,
        [nodes],
      )
    ).rows
  const busy = await onWire('busy', ofBusy)
  await busy.ask('enqueue job-outage')
  await until(() => busy.ask('status job-outage'), 'RUNNING')
  const idle = await onWire('idle', ofIdle)
  const both = ['busy', 'idle']
  const before = await leases(both)
  try {
    await Promise.all([ofBusy.cut(), ofIdle.cut()])
    await expect.poll(() => leases(both), { timeout: patient(20_000) }).toEqual([])
    // The process without work renews its lease first.
    await ofIdle.mend()
    await expect.poll(() => leases(['idle']), { timeout: patient(20_000), interval: 20 }).toHaveLength(1)
    await ofBusy.mend()
    await until(() => busy.ask('status job-outage'), 'SUCCEEDED')
    expect(await leases(both)).toEqual(before)
    expect([await busy.ask('runs'), await idle.ask('runs')]).toEqual([1, 0])
  } finally {
    await Promise.all([killProgram(busy.child), killProgram(idle.child)])
    await Promise.all([ofBusy.close(), ofIdle.close()])
    await own.close()
  }
})

test('after the clock of the database was a day ahead, live processes keep their work, and that of a dead one is taken over', async () => {
  const [live, dead] = ['a-live-process-of-tomorrow', 'a-dead-process-of-tomorrow']
  await db.admin.query(
    `select app.hold_worker_lease($1, 'live', 30000), app.hold_worker_lease($2, 'dead', 500)`,
    [live, dead],
  )
  const left = async () => {
    await db.admin.query('select app.take_over_work()')
    const look = 'select id from app.workers where id = any ($1) order by id desc'
    return (await db.admin.query(look, [[live, dead]])).rows.map(({ id }) => id)
  }
  await db.admin.query(
    `update app.workers set leased_until = clock_timestamp() + interval '1 day' where id = any ($1)`,
    [[live, dead]],
  )
  // Both get the time of a lease to renew theirs.
  expect(await left()).toEqual([live, dead])
  await expect.poll(left).toEqual([live])
  const { rows } = await db.admin.query(
    `select leased_until < clock_timestamp() + interval '31 seconds' as "isSoon" from app.workers where id = $1`,
    [live],
  )
  expect(rows).toEqual([{ isSoon: true }])
  await db.admin.query('select app.end_worker_lease($1)', [live])
})

test('work that no process survives is given up, and reported', async () => {
  const { ask } = await worker(0)
  await db.admin.query(`select app.enqueue_work('test.job', 'job-fatal', '{"no": 7}', 'nobody-listens')`)
  await db.admin.query(
    `update dbos.workflow_status set status = 'MAX_RECOVERY_ATTEMPTS_EXCEEDED' where workflow_uuid = 'job-fatal'`,
  )
  expect(await ask('status job-fatal')).toMatchObject({ status: 'FAILED' })
  const { ask: asked } = await worker(0, { LEASE_MS: lease })
  await expect
    .poll(async () => asked('given-up'))
    .toMatchObject([
      { workflowId: 'job-fatal', input: { no: 7 }, lastError: 'every process that ran it has died' },
    ])
})

test('unknown work has no status', async () => {
  const { ask } = await worker(0)
  expect(await ask('status nothing')).toBeNull()
})
