import type { FastifyUnderPressureOptions } from '@fastify/under-pressure'
import { Problem } from '../problem/problem.ts'

/** How long the event loop has kept requests waiting before they are refused. */
const lastingMs = 1_500
/** A stall that begins so long after the last request of another one is a new one. */
const apartMs = 10_000

/**
 * Refuses requests while the event loop cannot keep up. A process that stood still once, because its machine slept or was busy
 * with something else, goes on at once.
 *
 * @param nowMs milliseconds of a clock that is never set
 */
export function whenStalled(nowMs: () => number = () => performance.now()): FastifyUnderPressureOptions {
  let sinceMs = Number.NEGATIVE_INFINITY
  let lastMs = Number.NEGATIVE_INFINITY
  return {
    maxEventLoopDelay: 2_000,
    exposeStatusRoute: false,
    async pressureHandler() {
      const now = nowMs()
      if (now - lastMs > apartMs) sinceMs = now
      lastMs = now
      if (now - sinceMs >= lastingMs) throw new Problem('overloaded', { retryAfterSeconds: 2 })
    },
  }
}
