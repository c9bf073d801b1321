import { type CommitJournal, createDatabase, type Database } from '../database/database.ts'
import type { ComposeOptions } from './options.ts'

/** At three times the load that the database can take, a queued transaction then waits for about three times as long. */
const usualShedAfterMs = 250

/**
 * The database as configured.
 *
 * @param sheds requests are refused when too many wait; otherwise they all wait for their turn
 */
export function databaseOf({
  apiUrl,
  workerUrl,
  directUrl,
  config,
  logger,
  connectTimeoutMs,
  sheds = false,
  journal,
}: Pick<ComposeOptions, 'apiUrl' | 'workerUrl' | 'directUrl' | 'config' | 'logger' | 'connectTimeoutMs'> & {
  sheds?: boolean
  journal?: CommitJournal | undefined
}): Database {
  return createDatabase({
    url: apiUrl,
    workerUrl,
    isPooled: directUrl !== undefined,
    poolSize: config.poolSize,
    ...(connectTimeoutMs !== undefined && { connectTimeoutMs }),
    ...(sheds && { shedAfterMs: usualShedAfterMs }),
    journal,
    onError: (error) => logger.warn({ err: error }, 'database connection lost'),
  })
}
