import { type Config, ConfigError, parseConfig } from '../config.ts'
import { migrate } from '../database/migrate.ts'
import type { LoginPasswords } from '../database/roles.ts'

/** Applies pending migrations. The passwords of the logins come from the two other URLs. */
export async function run(environment: NodeJS.ProcessEnv): Promise<void> {
  const config = parseConfig(environment, ['DATABASE_ADMIN_URL', 'DATABASE_URL', 'DATABASE_WORKER_URL'])
  const passwords = passwordsOf(config)
  const report = await migrate(config.adminUrl ?? '', passwords)
  const done = [...report.migrations, ...report.declarations]
  console.log(done.length === 0 ? 'The database is up to date.' : `Applied:\n  ${done.join('\n  ')}`)
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
