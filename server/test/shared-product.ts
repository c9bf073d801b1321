import { sandboxAggregator } from '../src/adapters/aggregator/sandbox.ts'
import { type RunningProduct, startProduct } from './app.ts'
import { onFailedFile } from './neighbours.ts'

let running: Promise<RunningProduct> | undefined

// Nobody waits for the old one: what hangs in it may be why the test failed.
onFailedFile.push(() => {
  void running?.then((app) => app.close()).catch(() => {})
  running = undefined
})

/**
 * The product that the test files of this worker have in common; it sells services by the simulated provider. A test makes
 * a merchant of its own and asks about that one. What is everybody's needs a product of one's own (`startProduct`): settings
 * of the platform, lists of all merchants, durable work that runs, damage that is done to the database on purpose.
 *
 * After a file with a failed test the next one gets a new product.
 */
export async function sharedProduct(): Promise<RunningProduct> {
  running ??= begin()
  const app = await running
  app.logLines.length = 0
  // What is everybody's begins anew: settings of the platform, and what was mistyped from our only address.
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
