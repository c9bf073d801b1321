import type { TestProject } from 'vitest/node'
import { loginsOf } from '../../src/database/login.ts'
import { migrate } from '../../src/database/migrate.ts'
import { ask } from '../cluster.ts'
import { citusPrograms } from './installed.mjs'
import { createClusterDatabase, startNodes } from './nodes.ts'

const template = 'mostrador_template'

/** One cluster for the whole run, deleted afterwards; test files clone the migrated template on each of its nodes. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const bin = citusPrograms()
  if (bin === undefined) throw new Error('Citus is not installed.')
  const nodes = await startNodes(bin)
  try {
    const url = await createClusterDatabase(nodes, template)
    await migrate(url, loginsOf(url).passwords)
    // A template with a connection cannot be cloned, and Citus keeps one of its own.
    for (const server of [nodes.coordinator, ...nodes.workers]) {
      await ask(server, `alter database ${template} with allow_connections false`)
      await ask(
        server,
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${template}'`,
      )
    }
  } catch (error) {
    await nodes.stop()
    throw error
  }
  project.provide('adminUrl', nodes.coordinator)
  project.provide('workers', nodes.workers)
  project.provide('template', template)
  return () => nodes.stop()
}
