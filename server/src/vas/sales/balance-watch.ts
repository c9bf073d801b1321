import type { Logger } from 'pino'
import type { Clock } from '../../adapters/clock/clock.ts'
import type { Aggregator } from './aggregator.ts'

/**
 * Reads the balance of our account at the provider at intervals, for monitoring: when it is used up, the provider
 * declines every sale.
 *
 * @param onBalance gets the available centavos, or undefined when they cannot be read
 */
export function watchBalance(options: {
  readonly selling: Aggregator
  readonly clock: Clock
  readonly logger: Logger
  readonly intervalMs: number
  readonly onBalance: (centavos: bigint | undefined) => void
}) {
  const { selling, clock, logger, intervalMs, onBalance } = options
  const stopping = new AbortController()
  const look = async (): Promise<void> => {
    try {
      onBalance((await selling.balance()).availableCentavos)
    } catch (error) {
      if (stopping.signal.aborted) return
      onBalance(undefined)
      logger.warn({ err: error }, 'the balance at the provider cannot be read')
    }
  }
  const loop = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      await look()
      await clock.sleep(intervalMs, stopping.signal)
    }
  }
  void loop()
  return {
    /** Does not wait for a request in progress: a provider that does not answer would delay the stop. */
    stop: (): void => stopping.abort(),
  }
}
