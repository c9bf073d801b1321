import { readFile } from 'node:fs/promises'
import { clusterDirOf, keyFileOf } from '../backup/service.ts'
import { type Config, ConfigError, type Name, parseConfig } from '../config.ts'
import { startedServer } from '../database/embedded/launch.ts'
import { loginsOf } from '../database/login.ts'

/** What `mostrador demo` takes where the environment says nothing. */
export const demoDefaults = { LOG_LEVEL: 'warn', VAS_AGGREGATOR_MODE: 'sandbox' } as const

/** What `mostrador demo` keeps in its data folder, and not in the environment. */
interface BundledSettings {
  readonly DATABASE_URL: string
  readonly DATABASE_WORKER_URL: string
  /** A superuser's. */
  readonly DATABASE_ADMIN_URL: string
  /** Absent: there is no file with it. */
  readonly MOSTRADOR_KEY?: string
}

/**
 * The settings of the bundled PostgreSQL that runs in the data folder; undefined: the environment names a database.
 *
 * @throws ConfigError when none is named and none runs
 */
export async function bundledSettings(config: Config): Promise<BundledSettings | undefined> {
  const { databaseUrl, workerUrl, adminUrl, dataDir } = config
  if ([databaseUrl, workerUrl, adminUrl].some((url) => url !== undefined)) return undefined
  const server = await startedServer(clusterDirOf(config))
  if (server === undefined)
    throw new ConfigError(
      `DATABASE_URL is not set, and the bundled PostgreSQL does not run in ${dataDir}. Name the settings with --env FILE, or start the demo: mostrador demo`,
    )
  const ownerUrl = Object.assign(new URL(server), { pathname: '/mostrador' }).href
  const logins = loginsOf(ownerUrl)
  const key = await readFile(keyFileOf(config), 'utf8').catch(() => '')
  return {
    DATABASE_URL: logins.apiUrl,
    DATABASE_WORKER_URL: logins.workerUrl,
    DATABASE_ADMIN_URL: ownerUrl,
    ...(key !== '' && { MOSTRADOR_KEY: key.trim() }),
  }
}

/**
 * The configuration of a command beside a server. Where the environment names no database, it is the bundled PostgreSQL's, with
 * the rest as `mostrador demo` has it.
 *
 * @throws ConfigError
 */
export async function configBeside(
  environment: NodeJS.ProcessEnv,
  required: readonly Name[],
): Promise<Config> {
  const bundled = await bundledSettings(parseConfig(environment))
  return parseConfig(
    bundled === undefined ? environment : { ...demoDefaults, ...environment, ...bundled },
    required,
  )
}
