import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { TraceSettings } from './settings.ts'
import { useInstruments } from './trace.ts'

export interface Tracing {
  /** Sends the last spans, as far as the receiver takes them in a moment. */
  stop(): Promise<void>
}

/** A stop waits at most this long for a receiver that may be away. */
const flushMs = 2_000
/** One line of the log for all failures in this time. */
const quietMs = 600_000

/**
 * Turns traces on; without settings nothing is loaded.
 *
 * @param instance the name of this process, as operators see it
 */
export async function startTracing(
  settings: TraceSettings | undefined,
  instance: string,
  logger: Logger,
): Promise<Tracing> {
  if (settings === undefined) return { stop: async () => {} }
  const { openTelemetry } = await import('./open-telemetry.ts')
  let toldAt = Number.NEGATIVE_INFINITY
  const { instruments, stop } = openTelemetry(settings, instance, (error) => {
    const now = performance.now()
    if (now - toldAt < quietMs) return
    toldAt = now
    logger.warn({ err: error }, 'traces do not reach their receiver; nothing else is affected')
  })
  useInstruments(instruments)
  logger.info({ sampler: settings.sampler }, 'traces are sent')
  return {
    async stop() {
      useInstruments(undefined)
      // What the receiver did not take has been told already.
      await Promise.race([stop().catch(() => {}), sleep(flushMs, undefined, { ref: false })])
    },
  }
}
