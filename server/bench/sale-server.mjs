// The built product over a database that the benchmark prepared, as production runs it, except that the
// provider is the sandbox, in memory and without delays. Speaks with its parent over the IPC channel.
import { sandboxAggregator } from '../dist/adapters/aggregator/sandbox.js'
import { compose } from '../dist/compose.js'
import { parseConfig } from '../dist/config.js'
import { createLogger } from '../dist/logger.js'

const sandbox = sandboxAggregator({ timeScale: 1_000_000 })
const config = parseConfig({ PORT: '0', LOG_LEVEL: 'info', RATE_LIMITS: 'off' })
const product = await compose({
  config,
  apiUrl: process.env.API_URL,
  workerUrl: process.env.WORKER_URL,
  directUrl: process.env.DIRECT_URL,
  keyEncryptionKey: Buffer.alloc(32, 7),
  logger: createLogger(config.logLevel),
  isStrict: false,
  aggregators: { selling: sandbox, settling: [sandbox] },
})
process.on('message', async (message) => {
  if (message === 'memory') process.send(process.memoryUsage.rss())
  if (message === 'cpu') process.send(cpuMs())
  if (message !== 'stop') return
  await product.stop()
  process.exit(0)
})
process.on('disconnect', () => process.exit(1))
process.send({ url: await product.start() })

function cpuMs() {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}
