import { compose } from '../compose.ts'
import { type Config, parseConfig } from '../config.ts'
import { createLogger } from '../logger.ts'
import { stopOnSignal } from './signals.ts'

/** Production: a database that exists, a key that is given, an aggregator that stays off until configured. */
export async function serve(environment: NodeJS.ProcessEnv): Promise<void> {
  const config = parseConfig(environment, ['DATABASE_URL', 'DATABASE_WORKER_URL', 'MOSTRADOR_KEY'])
  const logger = createLogger(config.logLevel)
  const product = await compose({ ...requiredOf(config), config, logger, isStrict: false })
  await product.start()
  const setupLink = await product.setupLink()
  if (setupLink !== undefined) console.log(`Make the first administrator, once, at ${setupLink}`)
  stopOnSignal(logger, [product.stop])
}

/** What `parseConfig` has checked to be there. */
function requiredOf({ databaseUrl, workerUrl, keyEncryptionKey }: Config) {
  if (databaseUrl === undefined || workerUrl === undefined || keyEncryptionKey === undefined) {
    throw new TypeError('serve runs on a checked configuration')
  }
  return { apiUrl: databaseUrl, workerUrl, keyEncryptionKey: Buffer.from(keyEncryptionKey, 'base64') }
}
