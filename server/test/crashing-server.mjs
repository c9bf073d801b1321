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

const sandbox = sandboxAggregator({ dir: SANDBOX_DIR, timeScale: 10 })
const around = (name) => async (order) => {
  await dieAt(`before-${name}`)
  const answer = await sandbox[name](order)
  await dieAt(`after-${name}`)
  return answer
}
const aggregator = { ...sandbox, hold: around('hold'), confirm: around('confirm') }

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
