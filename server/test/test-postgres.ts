import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { withClient } from '../src/database/client.ts'
import { startEmbeddedPostgres } from '../src/database/embedded/launch.ts'
import { loginsOf } from '../src/database/login.ts'
import { migrate } from '../src/database/migrate.ts'
import type { SqlSources } from '../src/database/sources.ts'

/** A PostgreSQL of tests, with a migrated, empty database that they clone. */
export interface TestPostgres {
  /** Superuser's URL. */
  readonly adminUrl: string
  readonly template: string
  /** Stops it and deletes its files. */
  stop(): Promise<void>
}

/** Starts a PostgreSQL that is fast and may lose everything. */
export async function startTestPostgres(): Promise<TestPostgres> {
  const dir = await mkdtemp(path.join(tmpdir(), 'mostrador-test-'))
  const settings = {
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    max_connections: '300',
    // Starting helpers of a parallel plan costs more than reading a test's rows.
    max_parallel_workers_per_gather: '0',
    // Connections are opened by the thousand, and a hash per connection is none of their subjects.
    scram_iterations: '1',
  }
  const { url: adminUrl, stop } = await startEmbeddedPostgres({ dir, settings })
  const template = 'mostrador_template'
  await createTemplate(adminUrl, template)
  return {
    adminUrl,
    template,
    stop: async () => {
      await stop()
      await rm(dir, { recursive: true, force: true })
    },
  }
}

/**
 * Creates a migrated database that can be cloned.
 *
 * @param sources replaces this checkout's SQL
 * @param from the database to begin with, instead of an empty one
 */
export async function createTemplate(
  adminUrl: string,
  name: string,
  { sources, from = 'template1' }: { readonly sources?: SqlSources; readonly from?: string } = {},
): Promise<void> {
  const url = Object.assign(new URL(adminUrl), { pathname: `/${name}` }).href
  await withClient({ connectionString: adminUrl }, async (client) => {
    await client.query(`create database ${name} template ${from}`)
    await migrate(url, loginsOf(url).passwords, sources)
    // A database with a connection cannot be cloned: nobody may open one.
    await client.query(`alter database ${name} with allow_connections false`)
  })
}
