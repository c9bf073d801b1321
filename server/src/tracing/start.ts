import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { TraceSettings } from './settings.ts'
import { useInstruments } from './trace.ts'

export interface Tracing {
  /** Sends the queued spans; waits at most two seconds for the receiver. */
  stop(): Promise<void>
}

const flushMs = 2_000
/** A receiver that fails is logged once in this time. */
const resetAfterMs = 600_000

/**
 * Turns traces on. Without settings it does nothing, and OpenTelemetry is not loaded.
 *
 * @param instance the name of this process in its spans
 */
export async function startTracing(
  settings: TraceSettings | undefined,
  instance: string,
  logger: Logger,
): Promise<Tracing> {
  if (settings === undefined) return { stop: async () => {} }
  const { openTelemetry } = await import('./open-telemetry.ts')
  let loggedAt = Number.NEGATIVE_INFINITY
  const { instruments, stop } = openTelemetry(settings, instance, (error) => {
    const now = performance.now()
    if (now - loggedAt < resetAfterMs) return
    loggedAt = now
    logger.warn({ err: error }, 'traces do not reach their receiver; nothing else is affected')
  })
  useInstruments(instruments)
  logger.info({ sampler: settings.sampler }, 'traces are sent')
  return {
    async stop() {
      useInstruments(undefined)
      // Failures to send were logged already.
      await Promise.race([stop().catch(() => {}), sleep(flushMs, undefined, { ref: false })])
    },
  }
}
