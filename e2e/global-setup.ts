import { appendFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { launchBrowser } from './browser.ts'
import { demoTemplate, startProduct } from './product.ts'

/**
 * Starts the demo once from nothing, as people do, and keeps its data: each file's product starts from a copy. Unpacks
 * the browser once as well, where it comes packed.
 */
export default async function setup(): Promise<() => Promise<void>> {
  const [product, browser] = await Promise.all([startProduct(), launchBrowser()])
  await Promise.all([product.rest(), browser.close()])
  const { dataDir } = product
  // The stories pull no plug of the machine, so nothing has to reach the disk.
  const hasty = ['fsync', 'synchronous_commit', 'full_page_writes'].map((name) => `${name} = off\n`)
  await appendFile(path.join(dataDir, 'postgres/data/postgresql.auto.conf'), hasty.join(''))
  process.env[demoTemplate] = dataDir
  return async () => {
    delete process.env[demoTemplate]
    await rm(dataDir, { recursive: true, force: true })
  }
}
