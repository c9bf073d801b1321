import type { Aggregator, AggregatorMode, Exchange } from '../../../vas/sales/aggregator.ts'
import { type Clock, systemClock } from '../../clock/clock.ts'
import type { Transport } from '../transport.ts'
import { dtoneClient } from './client.ts'
import { balance, lookupDebt, productPages, transactionPages } from './questions.ts'
import { dtoneTransactions } from './transactions.ts'

/** Milliseconds for each kind of call, including retries of reads. */
export interface DtoneTimeouts {
  readonly createMs: number
  readonly confirmMs: number
  readonly readMs: number
  readonly lookupMs: number
  readonly productPageMs: number
}

export interface DtoneOptions {
  readonly mode: Exclude<AggregatorMode, 'off'>
  readonly transport: Transport
  readonly apiKey: string
  readonly apiSecret: string
  readonly clock?: Clock | undefined
  readonly timeouts?: Partial<DtoneTimeouts> | undefined
  /** URL for the provider's notifications; each one makes us ask. */
  readonly callbackUrl?: string | undefined
  /** Called after every exchange with the provider, including those of merchants' own accounts. */
  readonly onExchange?: ((exchange: Exchange) => void) | undefined
  /** Closes the resources of `transport`. */
  readonly close?: (() => Promise<void>) | undefined
}

const defaultTimeouts: DtoneTimeouts = {
  createMs: 10_000,
  confirmMs: 15_000,
  readMs: 10_000,
  lookupMs: 20_000,
  productPageMs: 30_000,
}

/**
 * DT One's Digital Value Services, version 1, over any transport. Implements the contract in `aggregator.ts`.
 */
export function dtoneAggregator(options: DtoneOptions): Aggregator {
  const clock = options.clock ?? systemClock
  const timeouts = { ...defaultTimeouts, ...options.timeouts }
  const client = dtoneClient({ ...options, clock })
  const transactions = dtoneTransactions(client, timeouts, options.callbackUrl)
  return {
    mode: options.mode,
    capabilities: { holds: true, findByExternalId: true },
    ...transactions,
    products: () => productPages(client, timeouts.productPageMs),
    transactions: (window) => transactionPages(client, timeouts.productPageMs, window),
    balance: () => balance(client, timeouts.readMs),
    lookupDebt: (query) => lookupDebt(client, timeouts.lookupMs, query),
    withCredentials: (credentials) => dtoneAggregator({ ...options, ...credentials, close: undefined }),
    close: options.close ?? (async () => undefined),
  }
}
