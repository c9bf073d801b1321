import { expect } from 'vitest'
import { withClient } from '../../src/database/client.ts'
import type { TestDatabase } from '../cluster.ts'

type Cluster = Pick<TestDatabase, 'admin' | 'nodes'>

/** Each node has the same rows in its copy of each shared table. */
export async function expectSameCopies(cluster: Cluster): Promise<void> {
  const [coordinator, ...workers] = await copies(cluster)
  for (const worker of workers) expect(worker).toEqual(coordinator)
}

/** What each node has in its copy of each shared table, as one hash. */
async function copies({ admin, nodes }: Cluster): Promise<Record<string, string>[]> {
  const { rows: tables } = await admin.query<{ table: string; copy: string }>(
    `select logicalrelid::text as table, shard_name(logicalrelid, shardid) as copy
       from pg_dist_partition join pg_dist_shard using (logicalrelid) where repmodel = 't'`,
  )
  expect(tables.length).toBeGreaterThan(20)
  return Promise.all(
    nodes.map((connectionString) =>
      withClient({ connectionString }, async (client) => {
        const found: Record<string, string> = {}
        for (const { table, copy } of tables) {
          const { rows } = await client.query(
            `select count(*), coalesce(md5(string_agg(c::text, E'\\n' order by c::text)), '') as hash from ${copy} c`,
          )
          found[table] = `${rows[0].count} ${rows[0].hash}`
        }
        return found
      }),
    ),
  )
}
