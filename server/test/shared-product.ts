import { sandboxAggregator } from '../src/adapters/aggregator/sandbox.ts'
import { type RunningProduct, startProduct } from './app.ts'
import { onFailedFile } from './neighbours.ts'

let running: Promise<RunningProduct> | undefined

// The old one is not waited for: what hangs in it may be why the test failed.
onFailedFile.push(() => {
  void running?.then((app) => app.close()).catch(() => {})
  running = undefined
})

/**
 * The product shared by the test files of this worker; it sells services through the simulated provider. A
 * test creates its own merchant and asserts only about that. Global state needs a separate product
 * (`startProduct`): settings of the platform, lists of all merchants, durable work that runs, deliberate
 * damage to the database.
 *
 * After a file with a failed test the next one gets a new product.
 */
export async function sharedProduct(): Promise<RunningProduct> {
  running ??= begin()
  const app = await running
  app.logLines.length = 0
  // Resets global state: settings of the platform, and failed attempts of our only address.
  await app.admin.query('delete from settings.settings; delete from identity.sign_in_attempts')
  return { ...app, close: () => Promise.reject(new Error('The shared product ends with its worker')) }
}

async function begin(): Promise<RunningProduct> {
  const sandbox = sandboxAggregator({ timeScale: 20 })
  const aggregators = { selling: sandbox, settling: [sandbox] }
  try {
    const app = await startProduct({ DATABASE_POOL_SIZE: '20' }, { aggregators })
    await app.product.sync()
    return { ...app, close: () => Promise.all([app.close(), sandbox.close()]).then(() => {}) }
  } catch (error) {
    running = undefined
    throw error
  }
}
