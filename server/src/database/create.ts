import pg from 'pg'
import { withClient } from './client.ts'

/** Creates a database if it does not exist; returns its URL. Concurrent calls create one. */
export async function ensureDatabase(adminUrl: string, name: string): Promise<string> {
  await withClient({ connectionString: adminUrl }, async (client) => {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name])
    if (rowCount === 0)
      await client.query(`create database ${pg.escapeIdentifier(name)}`).catch(ignoreExisting)
  })
  return Object.assign(new URL(adminUrl), { pathname: `/${name}` }).href
}

function ignoreExisting(error: unknown): void {
  const exists = error instanceof pg.DatabaseError && ['42P04', '23505'].includes(error.code ?? '')
  if (!exists) throw error
}
