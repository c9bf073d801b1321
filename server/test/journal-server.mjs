// The built product, killed by SIGKILL when a request's act is committed and about to be written to the
// authority journal.
import { systemClock } from '../dist/adapters/clock/clock.js'
import { authorityFolder } from '../dist/adapters/journals/authority-folder.js'
import { createSealSigner } from '../dist/adapters/keys/seal-signer.js'
import { compose } from '../dist/compose.js'
import { parseConfig } from '../dist/config.js'
import { createLogger } from '../dist/logger.js'

const { API_URL, WORKER_URL, KEY, DIR } = process.env
const key = Buffer.from(KEY, 'base64')
const journal = authorityFolder({
  dir: DIR,
  node: 'dying',
  signer: createSealSigner([key]),
  clock: systemClock,
})
let isServing = false
const product = await compose({
  config: parseConfig({ PORT: '0', LOG_LEVEL: 'silent', MOSTRADOR_WORKER: 'off', RATE_LIMITS: 'off' }),
  apiUrl: API_URL,
  workerUrl: WORKER_URL,
  keyEncryptionKey: key,
  authorityJournal: {
    ...journal,
    async append(events) {
      if (!isServing) return journal.append(events)
      process.kill(process.pid, 'SIGKILL')
      return new Promise(() => {})
    },
  },
  logger: createLogger('silent'),
  isStrict: true,
})
const url = await product.start()
isServing = true
process.stdout.write(`${url}\n`)
