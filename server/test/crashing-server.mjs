// The built product over a database prepared by a test, killed by SIGKILL in the middle of sales. CRASHES
// maps the number of each sale to its crash point: the process dies when all of them have reached theirs.
// Without it the process lives. The sale that tops up REVIEWED gets a wrong answer.
import { sandboxAggregator } from '../dist/adapters/aggregator/sandbox.js'
import { compose } from '../dist/compose.js'
import { parseConfig } from '../dist/config.js'
import { createLogger } from '../dist/logger.js'

const { API_URL, WORKER_URL, CRASHES, LEASE_MS, REVIEWED, SANDBOX_DIR } = process.env
const crashes = new Map(Object.entries(JSON.parse(CRASHES ?? '{}')))

/** The number that each sale tops up: only a hold contains it. */
const references = new Map()
const isReviewed = ({ externalId }) => REVIEWED !== undefined && references.get(externalId) === REVIEWED
const pointOf = (externalId) => crashes.get(references.get(externalId))

const there = new Set()
const dieAt = async (point, { externalId }) => {
  if (pointOf(externalId) !== point) return
  there.add(externalId)
  if (there.size === crashes.size) process.kill(process.pid, 'SIGKILL')
  await new Promise(() => {})
}

const sandbox = sandboxAggregator({ dir: SANDBOX_DIR, timeScale: 40 })
/** The same for both payers: us, or a merchant with its own account. */
const dying = (sandbox) => ({
  ...sandbox,
  withCredentials: (credentials) => dying(sandbox.withCredentials(credentials)),
  async hold(order) {
    references.set(order.externalId, order.reference ?? '')
    await dieAt('before-hold', order)
    const answer = await sandbox.hold(order)
    await dieAt('after-hold', order)
    // The provider holds it, and the answer is lost or too late: phases HOLDING and HELD.
    if (pointOf(order.externalId) === 'in-holding') return { kind: 'unknown', cause: 'lost on purpose' }
    return pointOf(order.externalId) === 'in-held' ? { ...answer, lifeMs: 0 } : answer
  },
  async find(query) {
    await dieAt('in-holding', query)
    return sandbox.find(query)
  },
  async cancel(transaction) {
    await dieAt('in-held', transaction)
    return sandbox.cancel(transaction)
  },
  async confirm(transaction) {
    await dieAt('before-confirm', transaction)
    const answer = await sandbox.confirm(transaction)
    await dieAt('after-confirm', transaction)
    // An answer about another amount: goes to phase REVIEW.
    return isReviewed(transaction) ? { ...answer, amountCentavos: 1n } : answer
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
  times: { leaseMs: Number(LEASE_MS ?? 1_500), pollMs: 100, queryIntervalMs: 200 },
})
process.stdout.write(`${await product.start()}\n`)
