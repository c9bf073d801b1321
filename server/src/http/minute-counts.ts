import type { FastifyRateLimitStore } from '@fastify/rate-limit'

interface Count {
  current: number
  /** Of the monotonic clock. */
  readonly startedAtMs: number
}

/** Callers tracked per limit; beyond that, the least recently seen one is reset. */
export const mostCallers = 20_000

/**
 * Counts the requests of each caller in a window of time. The limiter's own store measures by the time of day: after a clock that
 * was ahead is set back, it refuses everybody for as long as the clock was ahead.
 */
export class MinuteCounts implements FastifyRateLimitStore {
  /** The least recently seen first. */
  readonly #counts = new Map<string, Count>()

  incr(...[caller, callback, windowMs]: Parameters<FastifyRateLimitStore['incr']>): void {
    const nowMs = performance.now()
    const known = this.#counts.get(caller)
    const isOfThisWindow = known !== undefined && nowMs - known.startedAtMs < windowMs
    const count = isOfThisWindow ? known : { current: 0, startedAtMs: nowMs }
    count.current += 1
    this.#counts.delete(caller)
    this.#counts.set(caller, count)
    if (this.#counts.size > mostCallers) this.#counts.delete(this.#counts.keys().next().value as string)
    callback(null, { current: count.current, ttl: windowMs - (nowMs - count.startedAtMs) })
  }

  /** Each limit counts for itself. */
  child(): MinuteCounts {
    return new MinuteCounts()
  }
}
