import { createDatabase, type Database } from '../database/database.ts'
import type { CommitJournal } from '../database/transaction.ts'
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
    replicaUrl: config.replicaUrl,
    onReplica: (fault) =>
      fault === undefined
        ? logger.info('reports are read on the replica again')
        : logger.warn({ fault }, 'reports are read on the primary, because the replica cannot be used'),
    onError: (error) => logger.warn({ err: error }, 'database connection lost'),
  })
}
