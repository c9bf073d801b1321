import { type Config, ConfigError, parseConfig } from '../config.ts'
import { type MigrationReport, migrate } from '../database/migrate.ts'
import type { LoginPasswords } from '../database/roles.ts'
import { version } from '../version.ts'
import { readArguments } from './arguments.ts'

export const usage = `Usage: mostrador migrate

  Applies to the database of DATABASE_ADMIN_URL what it lacks, while servers run: docs/upgrade.md. It has no trial run.`

/**
 * Applies pending migrations, while servers run; see docs/upgrade.md. The passwords of the logins come from the two other
 * URLs.
 */
export async function run(environment: NodeJS.ProcessEnv, args: readonly string[]): Promise<void> {
  readArguments(args, usage, {}, () => true)
  const config = parseConfig(environment, ['DATABASE_ADMIN_URL', 'DATABASE_URL', 'DATABASE_WORKER_URL'])
  const passwords = passwordsOf(config)
  const report = await migrate(config.adminUrl ?? '', passwords)
  console.log(words(report))
}

function words({ migrations, declarations, repairedCopyCount, newer }: MigrationReport): string {
  if (newer !== undefined)
    return `The database was migrated by ${newer}. This is ${version}, which can run on it: nothing was changed.`
  const copies =
    repairedCopyCount === undefined
      ? []
      : [`${repairedCopyCount} copies of accounts and memberships repaired`]
  const done = [...migrations, ...declarations, ...copies]
  return done.length === 0 ? 'The database is up to date.' : `Applied:\n  ${done.join('\n  ')}`
}

/** @throws ConfigError unless the two addresses log in as our two roles */
export function passwordsOf(config: Config): LoginPasswords {
  return {
    api: passwordOf(config.databaseUrl ?? '', 'DATABASE_URL', 'mostrador_api'),
    worker: passwordOf(config.workerUrl ?? '', 'DATABASE_WORKER_URL', 'mostrador_worker'),
  }
}

function passwordOf(address: string, name: string, user: string): string {
  const url = new URL(address)
  if (url.username === user && url.password !== '') return decodeURIComponent(url.password)
  throw new ConfigError(`${name} must log in as ${user}, with its password`)
}
