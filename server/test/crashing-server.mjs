// The built product over a database that a test prepared, made to die by SIGKILL at one point of a sale.
// CRASH_AT names the point; without it the process lives.
import { sandboxAggregator } from '../dist/adapters/aggregator/sandbox.js'
import { compose } from '../dist/compose.js'
import { parseConfig } from '../dist/config.js'
import { createLogger } from '../dist/logger.js'

const { API_URL, WORKER_URL, CRASH_AT, SANDBOX_DIR } = process.env

const dieAt = async (point) => {
  if (CRASH_AT !== point) return
  process.kill(process.pid, 'SIGKILL')
  await new Promise(() => {})
}

const sandbox = sandboxAggregator({ dir: SANDBOX_DIR, timeScale: 40 })
/** The same for whoever pays: ourselves, or a merchant by its own account. */
const dying = (sandbox) => ({
  ...sandbox,
  withCredentials: (credentials) => dying(sandbox.withCredentials(credentials)),
  async hold(order) {
    await dieAt('before-hold')
    const answer = await sandbox.hold(order)
    await dieAt('after-hold')
    // The provider holds it, and the answer is lost or too late: phases HOLDING and HELD.
    if (CRASH_AT === 'in-holding') return { kind: 'unknown', cause: 'lost on purpose' }
    return CRASH_AT === 'in-held' ? { ...answer, lifeMs: 0 } : answer
  },
  async find(query) {
    await dieAt('in-holding')
    return sandbox.find(query)
  },
  async cancel(transaction) {
    await dieAt('in-held')
    return sandbox.cancel(transaction)
  },
  async confirm(transaction) {
    await dieAt('before-confirm')
    const answer = await sandbox.confirm(transaction)
    await dieAt('after-confirm')
    // An answer about another amount: a person has to look, phase REVIEW.
    return CRASH_AT === 'in-review' ? { ...answer, amountCentavos: 1n } : answer
  },
})
const aggregator = dying(sandbox)

const product = await compose({
  config: parseConfig({ PORT: '0', LOG_LEVEL: 'silent' }),
  apiUrl: API_URL,
  workerUrl: WORKER_URL,
  keyEncryptionKey: Buffer.alloc(32, 7),
  logger: createLogger('silent'),
  isStrict: true,
  aggregators: { selling: aggregator, settling: [aggregator] },
  times: { leaseMs: 1_500, pollMs: 100 },
})
process.stdout.write(`${await product.start()}\n`)
