import type { Aggregator, ProviderAnswer, ProviderHealth } from '../../vas/sales/aggregator.ts'

interface BreakerOptions {
  /** Milliseconds of the monotonic clock: after a wall clock is set back, sales would be refused until it has caught up. */
  readonly nowMs?: () => number
  /** Consecutive missing answers after which new sales are refused. */
  readonly tolerated?: number
  /** How long they are refused before one may try again. */
  readonly coolMs?: number
}

/**
 * Circuit breaker for a provider that has stopped answering: new sales are refused before anything is
 * reserved, instead of waiting one by one. Sales in progress continue to ask, and the first answer closes the
 * breaker.
 */
export function withBreaker(
  inner: Aggregator,
  { nowMs = () => performance.now(), tolerated = 5, coolMs = 15_000 }: BreakerOptions = {},
): Aggregator {
  let silences = 0
  let lastSilenceAtMs = 0

  const watched = async (asking: Promise<ProviderAnswer>): Promise<ProviderAnswer> => {
    const answer = await asking
    if (answer.kind === 'unknown') {
      silences++
      lastSilenceAtMs = nowMs()
    } else silences = 0
    return answer
  }

  const health = (): ProviderHealth => {
    if (silences === 0) return 'UP'
    const isHot = nowMs() - lastSilenceAtMs < coolMs
    return silences >= tolerated && isHot ? 'DOWN' : 'DEGRADED'
  }

  return {
    ...inner,
    hold: (order) => watched(inner.hold(order)),
    confirm: (transaction) => watched(inner.confirm(transaction)),
    cancel: (transaction) => watched(inner.cancel(transaction)),
    find: (query) => watched(inner.find(query)),
    health,
  }
}
