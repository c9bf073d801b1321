import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { chooseAggregator } from '../adapters/aggregator/choose.ts'
import { systemClock } from '../adapters/clock/clock.ts'
import { lockJournal } from '../simulator/journal-lock.ts'
import { run as migrate } from './migrate.ts'
import { run as simulate } from './simulator.ts'
import { startFault } from './start-faults.ts'

let dir: string
beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'mostrador-faults-'))
})
afterAll(() => rm(dir, { recursive: true, force: true }))

const address = 'postgres://mostrador_api:a%zz@127.0.0.1:5432/mostrador'

test.each<[string, () => unknown, RegExp]>([
  [
    'live without credentials',
    () => chooseAggregator('live', { clock: systemClock, dir }),
    /with this configuration:\nVAS_AGGREGATOR_MODE=live needs VAS_AGGREGATOR_URL/,
  ],
  [
    'the journal of a sandbox that another process has open',
    () => [lockJournal(dir), chooseAggregator('sandbox', { clock: systemClock, dir })],
    /is in use by process \d+\. Stop it first/,
  ],
  [
    'an address of a database whose password cannot be read',
    () => migrate({ DATABASE_ADMIN_URL: address }, []),
    /with this configuration:\n(?:.*\n)*DATABASE_ADMIN_URL has to be an address such as .*%25 for a %/,
  ],
  [
    'such an address of the servers’ logins',
    () => migrate({ DATABASE_ADMIN_URL: address.replace('%zz', ''), DATABASE_URL: address }, []),
    /with this configuration:\n(?:.*\n)*DATABASE_URL has to be an address/,
  ],
  [
    'a port that there is not',
    () => simulate({}, ['--port', '99999']),
    /--port must be a number from 0 to 65535/,
  ],
  [
    'a second port that there is not',
    () => simulate({}, ['--control-port', '65536']),
    /--control-port must be a number from 0 to 65535/,
  ],
])('%s is told in words, without a stack', async (_what, start, words) => {
  const error = await Promise.resolve()
    .then(start)
    .then(
      () => undefined,
      (fault: unknown) => fault,
    )
  const told = startFault(error, {}) ?? ''
  expect(told).toMatch(words)
  expect(told).not.toMatch(/\n\s+at |a%zz/)
})

test('a bug keeps its stack', () => {
  expect(startFault(new TypeError('undefined is not a function'), {})).toBeUndefined()
})
