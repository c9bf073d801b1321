import { compose } from '../compose.ts'
import { type Config, parseConfig } from '../config.ts'
import { createLogger } from '../logger.ts'
import { stopOnSignal } from './signals.ts'

/** Production: a database that exists, a key that is given, an aggregator that stays off until configured. */
export async function serve(environment: NodeJS.ProcessEnv): Promise<void> {
  const config = parseConfig(environment, ['DATABASE_URL', 'DATABASE_WORKER_URL', 'MOSTRADOR_KEY'])
  const logger = createLogger(config.logLevel)
  const product = await compose({ ...requiredOf(config), config, logger, isStrict: false })
  const address = await product.start().catch(async (error: unknown) => {
    await product.stop()
    throw error
  })
  stopOnSignal(logger, [product.stop])
  const setupLink = await product.setupLink()
  console.log(`Mostrador serves at ${address}`)
  if (setupLink !== undefined) console.log(`Make the first administrator, once, at ${setupLink}`)
  if (config.runsWorker && product.sells) {
    await product
      .sync()
      .catch((error: unknown) => logger.error({ err: error }, 'the catalog could not be synchronised'))
  }
}

/** What `parseConfig` has checked to be there. */
function requiredOf({ databaseUrl, workerUrl, keyEncryptionKey, oldKeys }: Config) {
  if (databaseUrl === undefined || workerUrl === undefined || keyEncryptionKey === undefined) {
    throw new TypeError('serve runs on a checked configuration')
  }
  return {
    apiUrl: databaseUrl,
    workerUrl,
    keyEncryptionKey: Buffer.from(keyEncryptionKey, 'base64'),
    oldKeys: oldKeys.map((key) => Buffer.from(key, 'base64')),
  }
}
