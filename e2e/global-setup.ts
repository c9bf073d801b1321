import { appendFile, rm } from 'node:fs/promises'
import path from 'node:path'
import type { TestProject } from 'vitest/node'
import { startEmbeddedPostgres } from '../server/src/database/embedded/launch.ts'
import { launchBrowser } from './browser.ts'
import { demoTemplate, newDataDir, startProduct } from './product.ts'

/** The stories do not simulate power failures of the machine, so nothing has to be flushed to disk. */
const hasty = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }

/**
 * Starts the demo once from nothing, as people do, and keeps its data: a separate process starts from a copy,
 * and each file's product from a clone of its database (`demo.ts`). Also unpacks the browser once, where it
 * comes packed.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const [product, browser] = await Promise.all([startProduct(), launchBrowser()])
  await Promise.all([product.rest(), browser.close()])
  const template = product.dataDir
  const settings = Object.entries(hasty).map(([name, value]) => `${name} = ${value}\n`)
  await appendFile(path.join(template, 'postgres/data/postgresql.auto.conf'), settings.join(''))
  process.env[demoTemplate] = template
  const served = await newDataDir()
  const postgres = await startEmbeddedPostgres({
    dir: path.join(served, 'postgres'),
    settings: { ...hasty, max_connections: '300' },
  })
  project.provide('adminUrl', postgres.url)
  project.provide('workers', [])
  project.provide('template', 'mostrador')
  return async () => {
    delete process.env[demoTemplate]
    await postgres.stop()
    await Promise.all([template, served].map((dir) => rm(dir, { recursive: true, force: true })))
  }
}
