import type pg from 'pg'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { cloneDatabase, type TestDatabase } from '../../test/cluster.ts'
import { worldOf } from '../../test/world.ts'
import { Sql } from './sql.ts'

let cloned: TestDatabase
// A new one each time: what is known of moves is used for a second.
beforeEach(async () => {
  cloned = await cloneDatabase({ poolSize: 1 })
})
afterEach(() => {
  for (const each of holders.splice(0)) each.release(true)
  return cloned.close()
})
const holders: pg.PoolClient[] = []

const isMoving = async () => (await cloned.admin.query('select platform.is_moving() as is')).rows[0].is

/** As the command does that moves a merchant. */
async function moving(): Promise<void> {
  const client = await cloned.admin.connect()
  holders.push(client)
  await client.query('select pg_advisory_lock(platform.moves_key())')
}

/** Fails with this SQLSTATE until it is told otherwise, and counts how often it is run. */
function failing(state: string) {
  const seen = { runs: 0, isFailing: true }
  const statement = new Sql([`do $$ begin raise exception 'x' using errcode = '${state}'; end $$`], [])
  const done = cloned.database.guest('r', async (tx) => {
    seen.runs += 1
    if (seen.isFailing) await tx.rows(statement)
    return 'done'
  })
  done.catch(() => {})
  return { seen, done }
}

const states = ['55P03', '57014', 'XX000', '42P01', '40P01']

test.each(
  states,
)('a transaction that fails with %s while a merchant is moved is run again until it succeeds', async (state) => {
  await moving()
  const { seen, done } = failing(state)
  await expect.poll(() => seen.runs, { interval: 50 }).toBeGreaterThan(state === '40P01' ? 5 : 2)
  seen.isFailing = false
  expect(await done).toBe('done')
})

test.each([
  ['57014', false],
  ['55P03', true],
])('one that has failed with %s for a quarter of a minute, while a merchant is moved, is run again: %s', async (state, isHeld) => {
  await moving()
  const { seen, done } = failing(state)
  await expect.poll(() => seen.runs, { interval: 50 }).toBeGreaterThan(1)
  const now = performance.now.bind(performance)
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + 15_000)
  try {
    const runs = seen.runs
    if (isHeld) {
      await expect.poll(() => seen.runs, { interval: 50 }).toBeGreaterThan(runs + 2)
      seen.isFailing = false
      expect(await done).toBe('done')
    } else {
      await expect(done).rejects.toMatchObject({ code: 'overloaded' })
      expect(seen.runs).toBeLessThan(runs + 3)
    }
  } finally {
    clock.mockRestore()
  }
})

test.each(states)('one that fails with %s while nobody is moved is not', async (state) => {
  const { seen, done } = failing(state)
  await expect(done).rejects.toThrow()
  expect(seen.runs).toBe(state === '40P01' ? 4 : 1)
})

test.each([
  '23505',
  '42501',
  'P0001',
  '22023',
])('one that fails with %s is not, while a merchant is moved', async (state) => {
  await moving()
  const { seen, done } = failing(state)
  await expect(done).rejects.toThrow()
  expect(seen.runs).toBe(1)
})

test('a move that has ended is remembered for a minute, because plans of before it still fail', async () => {
  const { id } = await worldOf(cloned.admin).merchant()
  const ended = (ago: string) =>
    cloned.admin.query(
      `insert into platform.merchant_moves (id, merchant_id, from_place, to_place, status, ended_at)
       values (app.uuid_v7(), $1, 'primary', 'norte', 'DONE', now() - $2::interval)`,
      [id, ago],
    )
  await ended('2 minutes')
  expect(await isMoving()).toBe(false)
  await ended('30 seconds')
  expect(await isMoving()).toBe(true)
})
