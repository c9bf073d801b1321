import pg from 'pg'
import { ConfigError } from '../config.ts'
import { connectionAdvice } from './advice.ts'
import { ensureDatabase } from './create.ts'
import { NotMigratable } from './roles.ts'

/** The admin's URL of a database that exists: the one of the URL, or `postgres`. */
export async function reachableServer(adminUrl: string): Promise<string> {
  const attempts = [adminUrl, Object.assign(new URL(adminUrl), { pathname: '/postgres' }).href]
  for (const [no, url] of attempts.entries()) {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 15_000 })
    client.on('error', () => {})
    try {
      await client.connect()
      return url
    } catch (error) {
      if (no === 0 && (error as { code?: string }).code === '3D000') continue
      const advice = connectionAdvice(error, url, 'DATABASE_ADMIN_URL')
      throw advice === undefined ? error : new ConfigError(advice)
    } finally {
      await client.end().catch(() => {})
    }
  }
  throw new ConfigError('DATABASE_ADMIN_URL names no database that exists')
}

/** What a PostgreSQL already has of an installation. */
export async function installationAt(
  url: string,
  database: string,
): Promise<{ hasLogins: boolean; isUsed: boolean }> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const logins = await client.query(
      `select from pg_roles where rolname in ('mostrador_api', 'mostrador_worker')`,
    )
    const exists = await client.query('select from pg_database where datname = $1', [database])
    return {
      hasLogins: logins.rowCount !== 0,
      isUsed: exists.rowCount !== 0 && (await isMigrated(url, database)),
    }
  } finally {
    await client.end()
  }
}

async function isMigrated(url: string, database: string): Promise<boolean> {
  const client = new pg.Client({
    connectionString: Object.assign(new URL(url), { pathname: `/${database}` }).href,
  })
  await client.connect()
  try {
    const { rows } = await client.query(`select to_regnamespace('migration') is not null as used`)
    return rows[0].used
  } finally {
    await client.end()
  }
}

/** Creates the database if it does not exist. @throws NotMigratable with the statement to run */
export async function createdDatabase(
  server: string,
  database: string,
): Promise<{ url: string; isNew: boolean }> {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  const { rowCount } = await client.query('select from pg_database where datname = $1', [database])
  await client.end()
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
