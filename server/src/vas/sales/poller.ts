import type { Logger } from 'pino'
import type { Clock } from '../../adapters/clock/clock.ts'
import type { Settling } from './settling.ts'

/** Sales taken in one round; a full round is followed by the next one at once. */
const batch = 20

/**
 * Recovery and polling are the same thing: every few seconds whatever is due and ownerless is taken
 * over. It starts with the process, so what a crash left behind is resumed first.
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
    /** Finishes the round that is under way. */
    async stop(): Promise<void> {
      stopping.abort()
      await running
    },
  }
}
