import { type Aggregator, AggregatorOff } from '../../vas/sales/aggregator.ts'

/** The aggregator of an installation without one: every call is refused, and nothing is opened. */
export function offAggregator(): Aggregator {
  const refuse = async (): Promise<never> => {
    throw new AggregatorOff('VAS_AGGREGATOR_MODE is off')
  }
  const off: Aggregator = {
    mode: 'off',
    capabilities: { holds: false, findByExternalId: false },
    products: () => ({ [Symbol.asyncIterator]: () => ({ next: refuse }) }),
    transactions: () => ({ [Symbol.asyncIterator]: () => ({ next: refuse }) }),
    hold: refuse,
    confirm: refuse,
    cancel: refuse,
    find: refuse,
    balance: refuse,
    lookupDebt: refuse,
    withCredentials: () => off,
    close: async () => undefined,
  }
  return off
}
