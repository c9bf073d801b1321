import type { Logger } from 'pino'

/** How long a shutdown may take, after draining, before the process exits anyway. */
const patienceMs = 25_000

/**
 * SIGTERM and SIGINT stop the parts in this order, letting work in progress finish; a second one exits
 * immediately.
 */
export function stopOnSignal(logger: Logger, steps: readonly (() => Promise<void>)[], drainMs = 0): void {
  let isStopping = false
  const stop = async (signal: NodeJS.Signals) => {
    if (isStopping) process.exit(1)
    isStopping = true
    logger.info({ signal }, 'stopping')
    setTimeout(() => process.exit(1), drainMs + patienceMs).unref()
    for (const step of steps) {
      await step().catch((error: unknown) => logger.error({ err: error }, 'stopping'))
    }
    process.exit(0)
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, stop)
}
