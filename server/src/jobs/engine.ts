import type { Logger } from 'pino'

/** What the engine's side and ours have to agree about; `app.enqueue_work` knows the same names. */
export const applicationName = 'mostrador'
export const queue = 'mostrador'
/** Where many wait between two attempts; a transaction of ours queues here by `app.enqueue_work`. */
export const shortQueue = 'mostrador-short'
/** Work that one version left is resumed by the next: jobs stay compatible, or get a new name. */
export const appVersion = '1'

export function messageOf(error: unknown): string | null {
  if (error === undefined || error === null) return null
  return error instanceof Error ? error.message : 'failed'
}

/** The engine's own lines: only what went wrong is of interest here. */
export function quiet(logger: Logger) {
  return {
    debug: () => {},
    info: () => {},
    warn: (entry: unknown) => logger.warn({ engine: String(entry) }, 'jobs'),
    error: (entry: unknown) => logger.error({ engine: String(entry) }, 'jobs'),
  }
}
