import { afterAll, beforeAll, expect, test } from 'vitest'
import { withClient } from '../../src/database/client.ts'
import { loginsOf } from '../../src/database/login.ts'
import { placesOf } from '../../src/database/places.ts'
import { unsafeThings } from '../../src/database/safety.ts'
import { sqlSources } from '../../src/database/sources.ts'
import { cloneDatabase, type TestDatabase } from '../cluster.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await cloneDatabase()
})
afterAll(() => db.close())

async function onEachNode<T extends object>(text: string): Promise<T[][]> {
  const answers: T[][] = []
  for (const node of db.nodes)
    answers.push(
      await withClient({ connectionString: node }, async (client) => (await client.query<T>(text)).rows),
    )
  expect(answers).toHaveLength(3)
  return answers
}

test('every node finds every table at the place that it declares', async () => {
  const declared = [...placesOf(await sqlSources())].filter(([, place]) => place !== 'control')
  const known = await onEachNode<{ table: string; place: string }>(
    `select logicalrelid::text as table,
            case when repmodel = 't' then 'shared' when partmethod = 'h' then 'tenant' else 'coordinator' end as place
       from pg_dist_partition order by 1`,
  )
  for (const rows of known)
    expect(rows.map(({ table, place }) => `${table} ${place}`)).toEqual(
      // For commits of two phases: the one table of the coordinator of which Citus knows.
      [...declared, ['migration.commits', 'coordinator']].map((each) => each.join(' ')).sort(),
    )
})

test('rows of a merchant are together', async () => {
  const known = await onEachNode<{ colocated: string; column: string }>(
    `select distinct colocationid as colocated, column_to_column_name(logicalrelid, partkey) as column
       from pg_dist_partition where partmethod = 'h'`,
  )
  for (const rows of known)
    expect(rows).toEqual([{ colocated: known[0]?.[0]?.colocated, column: 'merchant_id' }])
})

test('every foreign key is there, except those from the coordinator’s tables to copied ones', async () => {
  const { rows } = await db.admin.query('select * from migration.removed_keys')
  expect(rows).toEqual([])
  const [keys] = await onEachNode<{ spread: string; copied: string }>(
    `select count(*) filter (where p.partmethod = 'h') as spread, count(*) filter (where p.repmodel = 't') as copied
       from pg_constraint k join pg_dist_partition p on p.logicalrelid = k.conrelid where k.contype = 'f'`,
  )
  expect(Number(keys?.[0]?.spread)).toBeGreaterThan(60)
  expect(Number(keys?.[0]?.copied)).toBeGreaterThan(20)
})

test('every node has the same policies', async () => {
  const policies = await onEachNode<{ policy: string }>(
    `select concat_ws(' ', polrelid::regclass, polname, polcmd, pg_get_expr(polqual, polrelid), pg_get_expr(polwithcheck, polrelid))
            as policy
       from pg_policy where polrelid in (select logicalrelid from pg_dist_partition) order by 1`,
  )
  const [ofCoordinator = []] = policies
  expect(ofCoordinator.length).toBeGreaterThan(150)
  for (const ofNode of policies) expect(ofNode).toEqual(ofCoordinator)
})

test('both logins are safe on every node', async () => {
  for (const node of db.nodes)
    for (const connectionString of [loginsOf(node).apiUrl, loginsOf(node).workerUrl])
      expect(await withClient({ connectionString }, (client) => unsafeThings(client)), node).toEqual([])
})
