import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { startEmbeddedPostgres } from '../src/database/embedded/launch.ts'
import { loginsOf } from '../src/database/login.ts'
import { migrate } from '../src/database/migrate.ts'

/** One PostgreSQL for the whole run, deleted afterwards; test files clone the migrated template. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
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
  const server = await startEmbeddedPostgres({ dir, settings })
  const template = 'mostrador_template'
  const root = new pg.Client({ connectionString: server.url })
  await root.connect()
  await root.query(`create database ${template}`)
  const url = Object.assign(new URL(server.url), { pathname: `/${template}` }).href
  await migrate(url, loginsOf(url).passwords)
  // A template with a connection cannot be cloned: nobody may open one.
  await root.query(`alter database ${template} with allow_connections false`)
  await root.end()
  project.provide('adminUrl', server.url)
  project.provide('workers', [])
  project.provide('template', template)
  return async () => {
    await server.stop()
    await rm(dir, { recursive: true, force: true })
  }
}
