import { afterAll, beforeAll, expect, test } from 'vitest'
import { cloneDatabase, type TestDatabase } from '../../test/cluster.ts'
import { sql } from './sql.ts'

let cloned: TestDatabase
beforeAll(async () => {
  cloned = await cloneDatabase({ poolSize: 4 })
})
afterAll(() => cloned.close())

// PostgreSQL answers COMMIT of a failed transaction with ROLLBACK, and with no error.
test('work that swallows the failure of a statement is not taken for committed', async () => {
  const swallowing = cloned.database.guest('r', async (tx) => {
    await tx.rows(sql`select 1 / 0`).catch(() => {})
    return 'done'
  })
  await expect(swallowing).rejects.toThrow('commit answered ROLLBACK')
})

test('of two transactions that wait for each other, both are done in the end', async () => {
  let begun = 0
  const lock = (no: number) => sql`select pg_advisory_xact_lock(${no}::bigint)`
  const inOrder = (first: number, second: number) =>
    cloned.database.guest('r', async (tx) => {
      begun++
      await tx.rows(lock(first))
      // The first time round each holds its own lock before it asks for the other's.
      while (begun < 2) await new Promise((resolve) => setTimeout(resolve, 5))
      await new Promise((resolve) => setTimeout(resolve, 50))
      await tx.rows(lock(second))
      return 'done'
    })
  expect(await Promise.all([inOrder(1, 2), inOrder(2, 1)])).toEqual(['done', 'done'])
  expect(begun).toBeGreaterThan(2)
})
