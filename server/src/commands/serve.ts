import { readBackupMarks } from '../adapters/backups/mark-files.ts'
import { sealFile } from '../adapters/journals/seal-file.ts'
import { compose } from '../compose.ts'
import { type Config, keysOf, parseConfig } from '../config.ts'
import { createLogger } from '../logger.ts'
import { startTracing } from '../tracing/start.ts'
import { readArguments } from './arguments.ts'
import { authorityJournalOf } from './journals.ts'
import { stopOnSignal } from './signals.ts'

export const usage = `Usage: mostrador serve

  Runs the API, the web client and the worker against DATABASE_URL. Its settings are variables, such as PORT and HOST: the
  README lists them.`

/** Production: an existing database, a given key, and an aggregator that is off until configured. */
export async function run(environment: NodeJS.ProcessEnv, args: readonly string[]): Promise<void> {
  readArguments(args, usage, {}, () => true)
  const config = parseConfig(environment, ['DATABASE_URL', 'DATABASE_WORKER_URL', 'MOSTRADOR_KEY'])
  const logger = createLogger(config.logLevel)
  const tracing = await startTracing(config.traces, config.node, logger)
  const sealJournal = sealFile(config.auditSeals)
  const authorityJournal = authorityJournalOf(config, keysOf(config))
  const product = await compose({
    ...requiredOf(config),
    config,
    sealJournal,
    authorityJournal,
    backupMarks: () => readBackupMarks(config.dataDir),
    logger,
    isStrict: false,
  })
  const address = await product.start().catch(async (error: unknown) => {
    await product.stop()
    throw error
  })
  stopOnSignal(logger, [product.drain, product.stop, tracing.stop], config.drainMs)
  const setupLink = await product.setupLink()
  console.log(`Mostrador is listening at ${address}`)
  for (const advice of adviceFor(config)) console.log(advice)
  if (setupLink !== undefined) console.log(`Create the first administrator, once, at ${setupLink}`)
  if (config.runsWorker && product.sells) {
    await product
      .sync()
      .catch((error: unknown) => logger.error({ err: error }, 'the catalog could not be synchronized'))
  }
}

/** Warnings about a configuration that works but lacks something needed in production. */
function adviceFor({ publicUrl, host, isHttps, trustedProxies, backup }: Config): string[] {
  const isLocal = ['127.0.0.1', '::1', 'localhost'].includes(host)
  return [
    ...(publicUrl === undefined && !isLocal
      ? [
          'Set PUBLIC_URL to the address that browsers use: links in invitations currently point to this machine.',
        ]
      : []),
    ...(isHttps && trustedProxies.length === 0
      ? [
          'Set TRUSTED_PROXIES to the address of its proxy: currently all callers share the rate limits of the proxy.',
        ]
      : []),
    ...(backup !== undefined
      ? [
          'BACKUP_TARGET is not used here: it is for the bundled PostgreSQL. Back this one up with pgBackRest: see docs/backup.md.',
        ]
      : []),
  ]
}

/** The values that `parseConfig` has checked. */
function requiredOf(config: Config) {
  const { databaseUrl, workerUrl } = config
  if (databaseUrl === undefined || workerUrl === undefined)
    throw new TypeError('serve runs on a checked configuration')
  const [keyEncryptionKey, ...oldKeys] = keysOf(config)
  return { apiUrl: databaseUrl, workerUrl, directUrl: config.directUrl, keyEncryptionKey, oldKeys }
}
