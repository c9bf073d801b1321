import { sealFile } from '../adapters/journals/seal-file.ts'
import { compose } from '../compose.ts'
import { type Config, keysOf, parseConfig } from '../config.ts'
import { createLogger } from '../logger.ts'
import { stopOnSignal } from './signals.ts'

/** Production: a database that exists, a key that is given, an aggregator that stays off until configured. */
export async function serve(environment: NodeJS.ProcessEnv): Promise<void> {
  const config = parseConfig(environment, ['DATABASE_URL', 'DATABASE_WORKER_URL', 'MOSTRADOR_KEY'])
  const logger = createLogger(config.logLevel)
  const sealJournal = sealFile(config.auditSeals)
  const product = await compose({ ...requiredOf(config), config, sealJournal, logger, isStrict: false })
  const address = await product.start().catch(async (error: unknown) => {
    await product.stop()
    throw error
  })
  stopOnSignal(logger, [product.stop])
  const setupLink = await product.setupLink()
  console.log(`Mostrador serves at ${address}`)
  for (const advice of adviceFor(config)) console.log(advice)
  if (setupLink !== undefined) console.log(`Make the first administrator, once, at ${setupLink}`)
  if (config.runsWorker && product.sells) {
    await product
      .sync()
      .catch((error: unknown) => logger.error({ err: error }, 'the catalog could not be synchronised'))
  }
}

/** What a configuration leaves out that will be missed: it serves all the same. */
function adviceFor({ publicUrl, host, isHttps, trustedProxies }: Config): string[] {
  const isLocal = ['127.0.0.1', '::1', 'localhost'].includes(host)
  return [
    ...(publicUrl === undefined && !isLocal
      ? ['Set PUBLIC_URL to how browsers reach it: invitations lead there, and now to this machine alone.']
      : []),
    ...(isHttps && trustedProxies.length === 0
      ? ['Set TRUSTED_PROXIES to the address of its proxy: now all callers share the limits of that one.']
      : []),
  ]
}

/** What `parseConfig` has checked to be there. */
function requiredOf(config: Config) {
  const { databaseUrl, workerUrl } = config
  if (databaseUrl === undefined || workerUrl === undefined)
    throw new TypeError('serve runs on a checked configuration')
  const [keyEncryptionKey, ...oldKeys] = keysOf(config)
  return { apiUrl: databaseUrl, workerUrl, keyEncryptionKey, oldKeys }
}
