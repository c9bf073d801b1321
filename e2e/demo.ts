import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { composeDemo, demoConfig } from '../server/src/commands/demo.ts'
import { cloneDatabase, type TestDatabase } from '../server/test/cluster.ts'
import { copyOf, putBack } from '../server/test/put-back.ts'
import { demoEnvironment, demoTemplate } from './product.ts'

export interface OpenDemo {
  readonly url: string
  stop(): Promise<void>
}
/** With its database, as the superuser: for letting time pass. */
export type OpenDatabase = OpenDemo & Pick<TestDatabase, 'admin'>

interface Built {
  readonly composeDemo: typeof composeDemo
  readonly demoConfig: typeof demoConfig
}
const built = path.resolve(import.meta.dirname, '../server/dist/commands/demo.js')

/**
 * Opens the built demo in this process, on a free port, over a clone of the template's database, in half a
 * second. Only one can be open at a time, because the engine of durable work is a singleton.
 *
 * @param settings additional environment variables
 * @param loses work that a restore of the database then loses; journals and the provider keep it
 */
export async function openDemo(
  settings: Readonly<Record<string, string>> = {},
  loses?: (url: string) => Promise<void>,
): Promise<OpenDatabase> {
  const { composeDemo, demoConfig } = (await import(pathToFileURL(built).href)) as Built
  const dataDir = await mkdtemp(path.join(tmpdir(), 'mostrador-e2e-'))
  const template = process.env[demoTemplate] as string
  // The clone is another database than the template's journal is about: with it, it would be a restored one.
  const left = ['postgres', 'authority'].map((folder) => path.join(template, folder))
  await cp(template, dataDir, { recursive: true, filter: (source) => !left.includes(source) })
  const cloned = await cloneDatabase()
  const config = demoConfig({
    ...demoEnvironment,
    LOG_LEVEL: 'silent',
    MOSTRADOR_DATA_DIR: dataDir,
    ...settings,
  })
  const copy = loses === undefined ? undefined : await copyOf(cloned)
  let product = await composeDemo(config, cloned)
  const close = async () => {
    await product.stop()
    await cloned.close()
    await rm(dataDir, { recursive: true, force: true })
  }
  try {
    const url = await product.start()
    if (loses === undefined || copy === undefined) return { url, admin: cloned.admin, stop: close }
    await loses(url)
    await product.stop()
    await putBack(cloned, copy)
    product = await composeDemo(config, cloned)
    return { url: await product.start(), admin: cloned.admin, stop: close }
  } catch (error) {
    await close()
    throw error
  }
}
