import type { Logger } from 'pino'

/** Names that the engine and our code share; `app.enqueue_work` uses the same. */
export const applicationName = 'mostrador'
export const queue = 'mostrador'
/** The queue for work with long pauses between attempts; transactions queue work with `app.enqueue_work`. */
export const shortQueue = 'mostrador-short'
/** Work left by one version is resumed by the next: jobs stay compatible, or get a new name. */
export const appVersion = '1'

export function messageOf(error: unknown): string | null {
  if (error === undefined || error === null) return null
  return error instanceof Error ? error.message : 'failed'
}

/** The engine's own log lines: only errors matter here. */
export function quiet(logger: Logger) {
  return {
    debug: () => {},
    info: () => {},
    warn: (entry: unknown) => logger.warn({ engine: String(entry) }, 'jobs'),
    error: (entry: unknown) => logger.error({ engine: String(entry) }, 'jobs'),
  }
}
