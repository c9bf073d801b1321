import type { Logger } from 'pino'
import type { Clock } from '../../adapters/clock/clock.ts'
import type { Settling } from './settling.ts'

/** Sales per batch; a full batch is followed by the next one immediately. */
const batch = 20

/**
 * Recovery and polling are the same: every few seconds all due sales without an owner are taken over. It runs
 * once at start, so sales left by a crash are resumed first.
 */
export function startSalePoller(options: {
  settling: Settling
  clock: Clock
  logger: Logger
  intervalMs: number
}) {
  const { settling, clock, logger, intervalMs } = options
  const stopping = new AbortController()
  const loop = async () => {
    while (!stopping.signal.aborted) {
      const taken = await settling.settleDue(batch).catch((error: unknown) => {
        logger.error({ err: error }, 'sale poller')
        return 0
      })
      if (taken < batch) await clock.sleep(intervalMs, stopping.signal)
    }
  }
  const running = loop()
  return {
    /** Finishes the current batch. */
    async stop(): Promise<void> {
      stopping.abort()
      await running
    },
  }
}
