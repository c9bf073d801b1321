import pg from 'pg'
import { ConfigError } from '../config.ts'
import { connectionAdvice } from './advice.ts'

/** Does work on a connection of its own, and closes it. */
export async function withClient<T>(
  options: pg.ClientConfig & { readonly connectionString: string },
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client(options)
  // A lost connection fails its statement; without a listener its event would also end the process.
  client.on('error', () => {})
  try {
    await client.connect()
    return await work(client)
  } finally {
    await client.end().catch(() => {})
  }
}

/**
 * The same with an administrator's login, for a command.
 *
 * @param command shown in `pg_stat_activity` as `mostrador-<command>`
 * @param name the setting with the address
 * @throws ConfigError with what to do when the connection is refused
 */
export async function withAdmin<T>(
  adminUrl: string,
  command: string,
  work: (client: pg.Client) => Promise<T>,
  name = 'DATABASE_ADMIN_URL',
): Promise<T> {
  let isConnected = false
  const options = {
    connectionString: adminUrl,
    connectionTimeoutMillis: 15_000,
    application_name: `mostrador-${command}`,
  }
  try {
    return await withClient(options, (client) => {
      isConnected = true
      return work(client)
    })
  } catch (error) {
    const advice = isConnected ? undefined : connectionAdvice(error, adminUrl, name)
    throw advice === undefined ? error : new ConfigError(advice, { cause: error })
  }
}
