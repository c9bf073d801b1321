import { afterAll, beforeAll, expect, test } from 'vitest'
import { loginsOf } from '../../src/database/login.ts'
import { migrate } from '../../src/database/migrate.ts'
import { carriedFunctionsOf } from '../../src/database/places.ts'
import { sqlSources } from '../../src/database/sources.ts'
import { cloneDatabase, type TestDatabase } from '../cluster.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await cloneDatabase()
})
afterAll(() => db.close())

/** The functions that Citus carries, each with the parameter by which it finds their node. */
async function carried(): Promise<string[]> {
  const { rows } = await db.admin.query<{ carried: string }>(
    `select p.pronamespace::regnamespace || '.' || p.proname || ' by ' || p.proargnames[o.distribution_argument_index + 1] as carried
       from pg_dist_object o join pg_proc p on p.oid = o.objid
      where o.classid = 'pg_proc'::regclass and o.force_delegation
        and o.colocationid = (select distinct colocationid from pg_dist_partition where partmethod = 'h')`,
  )
  return rows.map((row) => row.carried)
}

const declared = async () => carriedFunctionsOf(await sqlSources()).map((name) => `${name} by p_merchant`)

test('the functions that declare it are carried to the node of their merchant, and no other', async () => {
  expect((await carried()).sort()).toEqual((await declared()).sort())
})

test('one that somebody has dropped is carried again when it comes back', async () => {
  await db.admin.query('drop function shop.open_shift')
  await migrate(db.adminUrl, loginsOf(db.adminUrl).passwords)
  expect((await carried()).sort()).toEqual((await declared()).sort())
})
