import pg from 'pg'
import { ConfigError } from '../config.ts'
import { withAdmin, withClient } from './client.ts'
import { ensureDatabase } from './create.ts'
import { NotMigratable } from './roles.ts'

/** The admin's URL of a database that exists: the one of the URL, or `postgres`. */
export async function reachableServer(adminUrl: string): Promise<string> {
  const attempts = [adminUrl, Object.assign(new URL(adminUrl), { pathname: '/postgres' }).href]
  for (const [no, url] of attempts.entries()) {
    try {
      return await withAdmin(url, 'setup', async () => url)
    } catch (error) {
      const { cause } = error as { cause?: { code?: string } }
      if (no > 0 || cause?.code !== '3D000') throw error
    }
  }
  throw new ConfigError('DATABASE_ADMIN_URL names no database that exists')
}

/** What a PostgreSQL already has of an installation. */
export async function installationAt(
  url: string,
  database: string,
): Promise<{ hasLogins: boolean; isUsed: boolean }> {
  return withClient({ connectionString: url }, async (client) => {
    const logins = await client.query(
      `select from pg_roles where rolname in ('mostrador_api', 'mostrador_worker')`,
    )
    const exists = await client.query('select from pg_database where datname = $1', [database])
    return {
      hasLogins: logins.rowCount !== 0,
      isUsed: exists.rowCount !== 0 && (await isMigrated(url, database)),
    }
  })
}

async function isMigrated(url: string, database: string): Promise<boolean> {
  const connectionString = Object.assign(new URL(url), { pathname: `/${database}` }).href
  return withClient({ connectionString }, async (client) => {
    const { rows } = await client.query(`select to_regnamespace('migration') is not null as used`)
    return rows[0].used
  })
}

/** Creates the database if it does not exist. @throws NotMigratable with the statement to run */
export async function createdDatabase(
  server: string,
  database: string,
): Promise<{ url: string; isNew: boolean }> {
  const { rowCount } = await withClient({ connectionString: server }, (client) =>
    client.query('select from pg_database where datname = $1', [database]),
  )
  try {
    return { url: await ensureDatabase(server, database), isNew: rowCount === 0 }
  } catch (error) {
    if ((error as { code?: string }).code !== '42501') throw error
    const me = decodeURIComponent(new URL(server).username)
    throw new NotMigratable(
      `${me} may not create databases. Run this as a superuser, then repeat the command:\n` +
        `  create database ${pg.escapeIdentifier(database)} owner ${pg.escapeIdentifier(me)};`,
      { cause: error },
    )
  }
}
