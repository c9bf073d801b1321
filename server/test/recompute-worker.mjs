// The built product with its worker, over a database prepared by a test; it reports when it is ready, and
// runs until it is killed. PAUSE_SCALE shortens the pauses between attempts, LEASE_MS the wait until another
// takes over.
import { compose } from '../dist/compose.js'
import { parseConfig } from '../dist/config.js'
import { createLogger } from '../dist/logger.js'

const { API_URL, WORKER_URL, LEASE_MS, PAUSE_SCALE } = process.env
const product = await compose({
  config: parseConfig({ PORT: '0', LOG_LEVEL: 'silent', MOSTRADOR_NODE: 'recompute-worker' }),
  apiUrl: API_URL,
  workerUrl: WORKER_URL,
  keyEncryptionKey: Buffer.alloc(32, 7),
  logger: createLogger('silent'),
  isStrict: true,
  times: { pauseScale: Number(PAUSE_SCALE), workLeaseMs: Number(LEASE_MS) },
})
process.stdout.write(`${await product.start()}\n`)
