import pg from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { cloneDatabase, type TestDatabase } from '../test/cluster.ts'
import { createLogger } from './logger.ts'

let cloned: TestDatabase
beforeAll(async () => {
  cloned = await cloneDatabase()
})
afterAll(() => cloned.close())

/** The error as a line of the log has it. */
function logged(error: unknown): Record<string, unknown> {
  const lines: string[] = []
  createLogger('info', { write: (line) => lines.push(line) }).warn({ err: error }, 'something failed')
  return JSON.parse(lines.join('')).err
}

test('a lost connection is logged without the client of the driver', async () => {
  const pool = new pg.Pool({ connectionString: cloned.apiUrl, max: 1 })
  const lost = new Promise<Error>((resolve) => pool.once('error', resolve))
  try {
    const { rows } = await pool.query('select pg_backend_pid() as pid')
    await cloned.admin.query('select pg_terminate_backend($1)', [rows[0].pid])
    const error = await lost
    expect(error).toHaveProperty('client')
    expect(logged(error)).toEqual({
      type: error.constructor.name,
      message: error.message,
      code: '57P01',
      stack: error.stack,
    })
  } finally {
    await pool.end()
  }
})

test('a refused row is logged without its values, and so is every error that it caused', async () => {
  const refused = await cloned.admin
    .query(
      `insert into identity.accounts (id, email, name, status)
       values (gen_random_uuid(), 'canary@example.mx', 'Canary', 'ASLEEP')`,
    )
    .catch((error: unknown) => error as pg.DatabaseError)
  expect(refused).toHaveProperty('detail', expect.stringContaining('canary@example.mx'))
  const line = logged(new Error('could not be stored', { cause: refused }))
  expect(line).toMatchObject({ message: 'could not be stored', cause: { code: '23514' } })
  expect(Object.keys(line['cause'] as object)).toEqual(['type', 'message', 'code', 'stack'])
  expect(JSON.stringify(line)).not.toContain('canary')
})

test('several errors of one attempt, and an error that is its own cause, are logged', () => {
  const circular = new Error('round')
  circular.cause = circular
  expect(logged(circular)).toMatchObject({ message: 'round', cause: { message: 'round' } })
  const both = new AggregateError([new Error('IPv6'), new Error('IPv4')], 'nothing answers')
  expect(logged(both)).toMatchObject({
    type: 'AggregateError',
    errors: [{ message: 'IPv6' }, { message: 'IPv4' }],
  })
  expect(logged('a text')).toEqual({ type: 'string', message: 'a text' })
})

/** A logger whose lines are kept, and a clock that the test moves. */
function keptLines() {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const lines: string[] = []
  const logger = createLogger('info', { write: (line) => lines.push(line) })
  return { logger, said: () => lines.splice(0).map((line) => JSON.parse(line)) }
}

test('the same failure without a request has one line a minute, which counts those that were left out', () => {
  const { logger, said } = keptLines()
  const fail = () => logger.warn({ err: new Error('connect ECONNREFUSED') }, 'events: could not read')
  for (let second = 0; second < 59; second += 1) {
    fail()
    vi.advanceTimersByTime(1_000)
  }
  expect(said()).toMatchObject([{ msg: 'events: could not read', err: { message: 'connect ECONNREFUSED' } }])
  vi.advanceTimersByTime(1_000)
  fail()
  expect(said()).toMatchObject([{ msg: 'events: could not read', leftOut: 58 }])
  vi.advanceTimersByTime(60_000)
  fail()
  const [alone, ...others] = said()
  expect(others).toEqual([])
  expect(alone).not.toHaveProperty('leftOut')
})

test('a failure is logged again after a minute, also when the clock was set back by a day', () => {
  const { logger, said } = keptLines()
  const fail = () => logger.warn({ err: new Error('connect ECONNREFUSED') }, 'events: could not read')
  fail()
  vi.setSystemTime(Date.now() - 86_400_000)
  vi.advanceTimersByTime(60_000)
  fail()
  expect(said()).toHaveLength(2)
})

test('nothing that says something else is left out: another reason, another message, more fields, or a request', () => {
  const { logger, said } = keptLines()
  const away = new Error('connect ECONNREFUSED')
  const request = logger.child({ reqId: 'r1' })
  for (let times = 0; times < 2; times += 1) {
    logger.warn({ err: away }, 'sale poller')
    logger.warn({ err: new Error('deadlock detected') }, 'sale poller')
    logger.warn({ engine: 'Error listing schedules' }, 'jobs')
    logger.warn({ err: away, saleId: 's1' }, 'the sale waits')
    logger.info({ err: away }, 'a line of information')
    request.error({ err: away }, 'request failed')
  }
  expect(said().map(({ msg }) => msg)).toEqual([
    'sale poller',
    'sale poller',
    'jobs',
    'the sale waits',
    'a line of information',
    'request failed',
    'the sale waits',
    'a line of information',
    'request failed',
  ])
})
