// The built product with its worker, over a database prepared by a test. It prints its address. Others take
// over its work after LEASE_MS of silence.
import { compose } from '../dist/compose.js'
import { parseConfig } from '../dist/config.js'
import { createLogger } from '../dist/logger.js'

const { API_URL, WORKER_URL, LEASE_MS } = process.env

const product = await compose({
  config: parseConfig({ PORT: '0', LOG_LEVEL: 'silent', MOSTRADOR_NODE: 'chip-import' }),
  apiUrl: API_URL,
  workerUrl: WORKER_URL,
  keyEncryptionKey: Buffer.alloc(32, 7),
  logger: createLogger('silent'),
  isStrict: true,
  times: { workLeaseMs: Number(LEASE_MS) },
})
process.stdout.write(`${await product.start()}\n`)
