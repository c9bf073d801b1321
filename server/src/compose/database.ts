import { type CommitJournal, createDatabase, type Database } from '../database/database.ts'
import type { ComposeOptions } from './options.ts'

/** The database as configured. */
export function databaseOf({
  apiUrl,
  workerUrl,
  directUrl,
  config,
  logger,
  connectTimeoutMs,
  journal,
}: Pick<ComposeOptions, 'apiUrl' | 'workerUrl' | 'directUrl' | 'config' | 'logger' | 'connectTimeoutMs'> & {
  journal?: CommitJournal | undefined
}): Database {
  return createDatabase({
    url: apiUrl,
    workerUrl,
    isPooled: directUrl !== undefined,
    poolSize: config.poolSize,
    ...(connectTimeoutMs !== undefined && { connectTimeoutMs }),
    journal,
    onError: (error) => logger.warn({ err: error }, 'database connection lost'),
  })
}
