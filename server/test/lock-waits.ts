import { inject } from 'vitest'
import { withClient } from '../src/database/client.ts'
import { databaseOf } from './cluster.ts'

const waiting = `select count(*)::int as count from pg_stat_activity
  where datname = current_database() and wait_event_type = 'Lock' and query like '%' || $1 || '%'`

/** How many sessions of a database wait for a lock in a statement that contains this text, on any of its nodes. */
export async function lockWaits(database: string, text: string): Promise<number> {
  let count = 0
  for (const server of [inject('adminUrl'), ...inject('workers')]) {
    const { rows } = await withClient({ connectionString: databaseOf(server, database) }, (client) =>
      client.query<{ count: number }>(waiting, [text]),
    )
    count += rows[0]?.count ?? 0
  }
  return count
}
