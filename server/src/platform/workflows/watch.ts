import type { Logger } from 'pino'
import type { Database } from '../../database/database.ts'
import * as queries from './queries.ts'

interface Dependencies {
  readonly database: Database
  readonly logger: Logger
  readonly intervalMs: number
}

/**
 * Logs repeatedly that durable work is stalled. Every process checks, since the workers may be what is
 * missing.
 */
export function watchWork({ database, logger, intervalMs }: Dependencies) {
  const look = async (): Promise<void> => {
    const { count, since } = await database.worker(queries.stalledCount)
    if (count > 0) logger.error({ count, since }, 'durable work is stalled')
  }
  let looking: Promise<void> | undefined
  const timer = setInterval(() => {
    looking ??= look()
      .catch((error: unknown) => logger.warn({ err: error }, 'durable work could not be checked'))
      .finally(() => {
        looking = undefined
      })
  }, intervalMs)
  return {
    async stop(): Promise<void> {
      clearInterval(timer)
      await looking
    },
  }
}
