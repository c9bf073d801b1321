import type { Logger } from 'pino'
import { validate as isUuid } from 'uuid'
import type { Database } from '../../database/database.ts'
import { Problem } from '../../problem/problem.ts'
import {
  type Aggregator,
  type AggregatorCredentials,
  AggregatorFault,
  type ListWindow,
  type ProviderRecord,
} from './aggregator.ts'
import * as queries from './lost-sales-queries.ts'
import { clock } from './settling-queries.ts'

interface LostSalesOptions {
  readonly database: Database
  readonly logger: Logger
  /** Every provider that has sold, one per mode; modes that are off are left out. */
  readonly aggregators: readonly Aggregator[]
  readonly connections: {
    credentials(merchantId: string, connectionId: string): Promise<AggregatorCredentials | undefined>
  }
  /** Takes over sales that are due, and settles them; returns how many. */
  readonly settleDue: (limit: number) => Promise<number>
}

/** A list may lag, and its clock differs from ours. */
const marginMs = 60 * 60_000
const settledAtOnce = 20

/**
 * After a restore: reads the provider's own lists from the last moment that the database knows, and enters as a sale
 * every transaction that the database lost and in which value may have moved. A hold that was never confirmed is left
 * to expire. Settling then asks the provider how each sale ended.
 *
 * @returns how many were entered
 * @throws Problem `aggregator_unavailable` (a list cannot be read; nothing is sold until it can)
 */
export async function enterLostSales(options: LostSalesOptions, since: Date): Promise<number> {
  const { database, logger, aggregators, connections } = options
  const now = await database.worker(clock)
  const window = { from: new Date(since.getTime() - marginMs), to: new Date(now.getTime() + marginMs) }
  let entered = 0
  for (const aggregator of aggregators.filter(({ mode }) => mode !== 'off')) {
    for (const { merchantId, connectionId } of await database.worker((tx) =>
      queries.listsToSearch(tx, aggregator.mode),
    )) {
      const credentials =
        merchantId === null || connectionId === null
          ? undefined
          : await connections.credentials(merchantId, connectionId)
      if (connectionId !== null && credentials === undefined) continue
      const account = credentials === undefined ? aggregator : aggregator.withCredentials(credentials)
      for await (const page of pagesOf(account, window)) {
        const outcomes = await enterPage(database, { mode: aggregator.mode, connectionId }, page)
        entered += outcomes.filter((outcome) => outcome === 'ENTERED').length
        const unplaced = outcomes.filter((outcome) => outcome === 'UNPLACED').length
        if (unplaced > 0)
          logger.error({ unplaced }, 'the provider lists sales whose store or product the restore has lost')
      }
    }
  }
  while ((await options.settleDue(settledAtOnce)) > 0);
  return entered
}

/** @throws Problem `aggregator_unavailable` */
async function* pagesOf(account: Aggregator, window: ListWindow): AsyncIterable<readonly ProviderRecord[]> {
  try {
    yield* account.transactions(window)
  } catch (cause) {
    if (!(cause instanceof AggregatorFault)) throw cause
    throw new Problem('aggregator_unavailable', {
      detail: 'The provider’s list of sales cannot be read. Try again in a moment.',
      cause,
    })
  }
}

async function enterPage(
  database: Database,
  paidBy: { readonly mode: string; readonly connectionId: string | null },
  page: readonly ProviderRecord[],
) {
  const moving = page.filter(
    ({ externalId, outcome, order }) =>
      isUuid(externalId) && outcome !== 'failed' && outcome !== 'held' && order !== undefined,
  )
  const known = await database.worker((tx) =>
    queries.known(
      tx,
      moving.map(({ externalId }) => externalId),
    ),
  )
  const outcomes = []
  for (const { order, ...record } of moving.filter(({ externalId }) => !known.has(externalId))) {
    const json = JSON.stringify({ ...record, ...order }, (_name, value: unknown) =>
      typeof value === 'bigint' ? Number(value) : value,
    )
    outcomes.push(await database.worker((tx) => queries.enterFoundSale(tx, paidBy, json)))
  }
  return outcomes
}
