import type { Logger } from 'pino'
import { databaseOf } from '../compose/database.ts'
import type { Config } from '../config.ts'
import type { Database } from '../database/database.ts'

/** The database for a command. No request waits for it, so a busy machine may take its time to connect. */
export function databaseForCommand(config: Config, logger: Logger): Database {
  return databaseOf({
    config,
    logger,
    apiUrl: config.databaseUrl ?? '',
    workerUrl: config.workerUrl ?? '',
    directUrl: config.directUrl,
    connectTimeoutMs: 30_000,
  })
}
