import { createHash, randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject, vi } from 'vitest'
import { withClient } from '../src/database/client.ts'
import { createDatabase, type Database } from '../src/database/database.ts'
import { loginsOf } from '../src/database/login.ts'
import { patient } from './patience.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Superuser's URL of the run's PostgreSQL. */
    adminUrl: string
    /** The same of the other nodes, where a database is spread over several. */
    workers: readonly string[]
    /** A migrated, empty database that every test file clones. */
    template: string
  }
}

export interface TestDatabase {
  readonly name: string
  readonly adminUrl: string
  /** `adminUrl`, and the same database on the other nodes. */
  readonly nodes: readonly string[]
  readonly apiUrl: string
  readonly workerUrl: string
  readonly database: Database
  /** Superuser's connection, for what only tests may read. */
  readonly admin: pg.Pool
  close(): Promise<void>
}

/**
 * Prepares every statement that has values, as the product does: tests repeat the same few statements, and planning
 * costs more than running them.
 */
class PreparingClient extends pg.Client {
  // biome-ignore lint/suspicious/noExplicitAny: stands for all overloads of the one that it replaces
  override query(...[query, values, ...rest]: any[]): any {
    const isPlain = typeof query === 'string' && Array.isArray(values) && values.length > 0
    const given = isPlain ? [{ name: nameOf(query), text: query, values }] : [query, values]
    return Reflect.apply(super.query, this, [...given, ...rest])
  }
}

const nameOf = (text: string) => createHash('sha256').update(text).digest('base64url')

/** A separate database, cloned from the migrated template in about 100 ms. */
export async function cloneDatabase(options: { poolSize?: number } = {}): Promise<TestDatabase> {
  const servers = [inject('adminUrl'), ...inject('workers')]
  const name = `t_${randomBytes(6).toString('hex')}`
  for (const server of servers) await ask(server, `create database ${name} template ${inject('template')}`)
  return openDatabase(servers, name, options)
}

/**
 * Connections to a migrated database, which `close` drops.
 *
 * @param servers superusers' URLs; the first is that of the coordinator, where there are several
 */
export function openDatabase(
  servers: readonly string[],
  name: string,
  options: { poolSize?: number } = {},
): TestDatabase {
  const nodes = servers.map((server) => databaseOf(server, name))
  const [adminUrl = ''] = nodes
  const { apiUrl, workerUrl } = loginsOf(adminUrl)
  const database = createDatabase({
    url: apiUrl,
    workerUrl,
    poolSize: options.poolSize ?? 8,
    connectTimeoutMs: patient(5_000),
    onError: () => {},
  })
  const admin = new pg.Pool({ connectionString: adminUrl, max: 4, Client: PreparingClient })
  admin.on('error', () => {})
  return {
    name,
    adminUrl,
    nodes,
    apiUrl,
    workerUrl,
    database,
    admin,
    async close() {
      await Promise.all([database.close(), admin.end()])
      for (const server of servers) await dropDatabase(server, name)
    },
  }
}

/** The URL of another database of a server. */
export const databaseOf = (server: string, name: string) =>
  Object.assign(new URL(server), { pathname: `/${name}` }).href

/** Citus keeps a process in each database, which it may start while the database is dropped. */
export async function dropDatabase(server: string, name: string): Promise<void> {
  await vi.waitFor(() => ask(server, `drop database if exists ${name} with (force)`), {
    timeout: patient(5_000),
    interval: 200,
  })
}

/** Runs one statement on a connection of its own. */
export async function ask(connectionString: string, statement: string): Promise<void> {
  await withClient({ connectionString }, (client) => client.query(statement))
}
