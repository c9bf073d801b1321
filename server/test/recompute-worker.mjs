// The built product with its worker, over a database that a test prepared; it says when it works, and lives until
// it is killed. PAUSE_SCALE shortens the pauses between attempts.
import { compose } from '../dist/compose.js'
import { parseConfig } from '../dist/config.js'
import { createLogger } from '../dist/logger.js'

const { API_URL, WORKER_URL, PAUSE_SCALE } = process.env
const product = await compose({
  config: parseConfig({ PORT: '0', LOG_LEVEL: 'silent', MOSTRADOR_NODE: 'recompute-worker' }),
  apiUrl: API_URL,
  workerUrl: WORKER_URL,
  keyEncryptionKey: Buffer.alloc(32, 7),
  logger: createLogger('silent'),
  isStrict: true,
  times: { pauseScale: Number(PAUSE_SCALE) },
})
process.stdout.write(`${await product.start()}\n`)
