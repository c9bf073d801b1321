import { randomBytes } from 'node:crypto'
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import { sealFile } from '../adapters/journals/seal-file.ts'
import { mailCatcher } from '../adapters/mail/catcher.ts'
import { clusterDirOf, keyFileOf } from '../backup/service.ts'
import { compose, type Product } from '../compose.ts'
import { type Config, parseConfig } from '../config.ts'
import { ensureDatabase } from '../database/create.ts'
import { startEmbeddedPostgres } from '../database/embedded/launch.ts'
import { loginsOf } from '../database/login.ts'
import { migrate } from '../database/migrate.ts'
import { demoPassword, demoPeople, demoPin } from '../demo/people.ts'
import { seedDemo } from '../demo/seed.ts'
import { codeOf } from '../demo/tills.ts'
import { createLogger } from '../logger.ts'
import type { Backups } from '../platform/backups/service.ts'
import { startTracing } from '../tracing/start.ts'
import { readArguments } from './arguments.ts'
import { backupsOf, shipEveryMs } from './backups.ts'
import { demoDefaults } from './bundled.ts'
import { caughtMailPath, serveCaughtMail } from './caught-mail.ts'
import { authorityJournalOf } from './journals.ts'
import { stopOnSignal } from './signals.ts'

export const usage = `Usage: mostrador demo

  Starts the whole product on this machine: its own PostgreSQL, demo data, and a sandbox that charges nothing. Its data are in
  MOSTRADOR_DATA_DIR (default: .mostrador), and it listens at PORT (default: 4000).`

/** The whole product on one machine: its own PostgreSQL, demo data, and the sandbox aggregator. */
export async function run(environment: NodeJS.ProcessEnv, args: readonly string[]): Promise<void> {
  readArguments(args, usage, {}, () => true)
  const config = demoConfig(environment)
  const logger = createLogger(config.logLevel)
  const tracing = await startTracing(config.traces, config.node, logger)
  await mkdir(config.dataDir, { recursive: true })
  const postgres = await startEmbeddedPostgres({
    dir: clusterDirOf(config),
    archive: config.backup && { everySeconds: config.backup.walSeconds },
    log: (message) => logger.info(message),
  })
  const backups = config.backup && backupsOf(config, config.backup, postgres, logger)
  try {
    const adminUrl = await ensureDatabase(postgres.url, 'mostrador')
    const { apiUrl, workerUrl, passwords } = loginsOf(adminUrl)
    await migrate(adminUrl, passwords)
    const product = await composeDemo(config, { apiUrl, workerUrl }, backups)
    await seedDemo(adminUrl, product, config.demoHistoryDays)
    const address = await product.start().catch(async (error: unknown) => {
      await product.stop()
      throw error
    })
    const shipping = backups?.start(shipEveryMs)
    console.log(greeting(address, config))
    stopOnSignal(logger, [
      product.stop,
      tracing.stop,
      async () => shipping?.stop(),
      async () => backups?.close(),
      () => postgres.stop(),
    ])
  } catch (error) {
    await backups?.close()
    await postgres.stop()
    throw error
  }
}

export const demoConfig = (environment: NodeJS.ProcessEnv): Config =>
  parseConfig({ ...demoDefaults, ...environment })

/** The demo's product over a migrated database, with the files of its data folder; mails are caught. */
export async function composeDemo(
  config: Config,
  urls: { readonly apiUrl: string; readonly workerUrl: string },
  backups?: Backups,
): Promise<Product> {
  const keyEncryptionKey = await keptKey(keyFileOf(config))
  const sealJournal = sealFile(config.auditSeals)
  const logger = createLogger(config.logLevel)
  const authorityJournal = authorityJournalOf(config, [keyEncryptionKey])
  const parts = {
    config,
    ...urls,
    keyEncryptionKey,
    sealJournal,
    authorityJournal,
    backups,
    logger,
    isStrict: true,
  }
  if (config.mail !== undefined) return compose(parts)
  const mailer = mailCatcher()
  const product = await compose({ ...parts, mailer })
  serveCaughtMail(product.server, mailer)
  return product
}

/** The demo's key-encryption key: created once, stored beside its data. */
async function keptKey(file: string): Promise<Buffer> {
  try {
    return Buffer.from(await readFile(file, 'utf8'), 'base64')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  const key = randomBytes(32)
  await writeFile(file, key.toString('base64'), { mode: 0o600 })
  await chmod(file, 0o600)
  return key
}

function greeting(address: string, { dataDir, mail }: Config): string {
  const people = demoPeople.map(
    (person) => `    ${person.email.padEnd(38)} ${codeOf(person).padEnd(5)} ${person.role}`,
  )
  return [
    '',
    `  Mostrador is open at ${address}`,
    '',
    '  This is a demo: airtime is sold by a sandbox, nothing is charged and no provider is called.',
    `  Everybody's password is ${demoPassword}. At a terminal, employees sign in with their code and the PIN ${demoPin}`,
    '',
    ...people,
    '',
    mail === undefined
      ? `  Mail is not sent but shown at ${address}${caughtMailPath}`
      : '  Mail is sent by the server of SMTP_URL.',
    `  API description: ${address}/docs · data: ${dataDir} · stop with Ctrl-C`,
    '',
  ].join('\n')
}
