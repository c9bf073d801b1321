import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Aggregator, Exchange } from '../vas/sales/aggregator.ts'
import { healthOf } from '../vas/sales/aggregator.ts'
import type { SaleEnd } from '../vas/sales/settling.ts'

export type Measures = ReturnType<typeof createMeasures>

/** What this process counts and times, for `GET /metrics`. Labels come from closed lists, never from a request. */
export function createMeasures() {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const registers = [registry]
  const sales = new Counter({
    name: 'mostrador_vas_sales_total',
    help: 'Service sales that this process has brought to their end, by outcome and by the reason of a failure',
    labelNames: ['kind', 'outcome', 'reason'] as const,
    registers,
  })
  const saleSeconds = new Histogram({
    name: 'mostrador_vas_sale_duration_seconds',
    help: 'Time from the opening of a service sale to its outcome',
    labelNames: ['kind', 'outcome'] as const,
    buckets: [0.5, 1, 2, 5, 10, 30, 60, 300, 900, 3600],
    registers,
  })
  const exchanges = new Histogram({
    name: 'mostrador_provider_request_duration_seconds',
    help: 'Requests to the provider by outcome; unclear: no answer, or one that does not tell what happened',
    labelNames: ['operation', 'outcome'] as const,
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20],
    registers,
  })
  const saleEnded = ({ kind, outcome, reason, seconds }: SaleEnd): void => {
    sales.inc({ kind, outcome, reason })
    if (outcome !== 'reversed') saleSeconds.observe({ kind, outcome }, seconds)
  }
  const exchanged = ({ operation, outcome, seconds }: Exchange): void =>
    exchanges.observe({ operation, outcome }, seconds)

  /**
   * Measures the provider that sells.
   *
   * @returns sets its balance, which is NaN while it is unknown; undefined when no provider sells
   */
  const measureProvider = (selling: Aggregator) => {
    if (selling.mode === 'off') return undefined
    const up = new Gauge({
      name: 'mostrador_provider_up',
      help: 'Whether the provider answers this process: 1, 0.5 after missed answers, 0 while new sales are refused',
      registers,
      collect(): void {
        up.set({ UP: 1, DEGRADED: 0.5, DOWN: 0 }[healthOf(selling)])
      },
    })
    const balance = new Gauge({
      name: 'mostrador_provider_balance_centavos',
      help: 'What our account at the provider still covers, as read every few minutes; NaN: not known',
      registers,
    })
    const setBalance = (centavos: bigint | undefined): void =>
      balance.set(centavos === undefined ? Number.NaN : Number(centavos))
    setBalance(undefined)
    return setBalance
  }
  return { registry, saleEnded, exchanged, measureProvider }
}
