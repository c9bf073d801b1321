// The built product against a provider in another process, with short leases, until it is killed.
import { compose } from '../dist/compose.js'
import { parseConfig } from '../dist/config.js'
import { createLogger } from '../dist/logger.js'

const { API_URL, WORKER_URL, PORT, VAS_AGGREGATOR_URL } = process.env
const product = await compose({
  config: parseConfig({
    PORT,
    LOG_LEVEL: 'silent',
    RATE_LIMITS: 'off',
    VAS_AGGREGATOR_MODE: 'staging',
    VAS_AGGREGATOR_URL,
  }),
  apiUrl: API_URL,
  workerUrl: WORKER_URL,
  keyEncryptionKey: Buffer.alloc(32, 7),
  logger: createLogger('silent'),
  isStrict: true,
  times: { leaseMs: 1_500, pollMs: 100 },
})
process.stdout.write(`${await product.start()}\n`)
