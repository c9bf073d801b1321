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

interface LostSales {
  /** How many were entered. */
  readonly entered: number
  /** Merchants' own accounts whose lists could not be read, or not to their end. */
  readonly unread: readonly queries.MerchantAccount[]
}

/**
 * After a restore: reads the provider's own lists from the last moment that the database knows, and enters as a sale
 * every transaction that the database lost and in which value may have moved. A hold that was never confirmed is left
 * to expire. Settling then asks the provider how each sale ended.
 *
 * @throws Problem `aggregator_unavailable` (our own list cannot be read; nothing is sold until it can)
 */
export async function enterLostSales(options: LostSalesOptions, since: Date): Promise<LostSales> {
  const { database, logger, aggregators } = options
  const now = await database.worker(clock)
  const window = { from: new Date(since.getTime() - marginMs), to: new Date(now.getTime() + marginMs) }
  let entered = 0
  const unread: queries.MerchantAccount[] = []
  for (const aggregator of aggregators.filter(({ mode }) => mode !== 'off')) {
    entered += await enterOwnList(options, aggregator, window)
    for (const owner of await database.worker((tx) => queries.accountsToSearch(tx, aggregator.mode))) {
      try {
        entered += await enterMerchantsList(options, aggregator, owner, window)
      } catch (error) {
        if (isOfDatabase(error)) throw error
        unread.push(owner)
        logger.error({ err: error, connectionId: owner.connectionId }, 'a merchant’s list cannot be read')
      }
    }
  }
  while ((await options.settleDue(settledAtOnce)) > 0);
  return { entered, unread }
}

/** The fault is ours, and passes: the list may be readable. */
function isOfDatabase(error: unknown): boolean {
  return (
    error instanceof Problem &&
    ['database_unavailable', 'overloaded', 'place_unavailable'].includes(error.code)
  )
}

/** @throws Problem `aggregator_unavailable` */
async function enterOwnList(
  options: LostSalesOptions,
  aggregator: Aggregator,
  window: ListWindow,
): Promise<number> {
  try {
    return await enterList(options, aggregator, undefined, window)
  } catch (cause) {
    if (!(cause instanceof AggregatorFault)) throw cause
    throw new Problem('aggregator_unavailable', {
      detail: 'The provider’s list of sales cannot be read. Try again in a moment.',
      cause,
    })
  }
}

/** @throws Error when the merchant's account has no list for us: its key was changed there, or its list holds nonsense */
async function enterMerchantsList(
  options: LostSalesOptions,
  aggregator: Aggregator,
  owner: queries.MerchantAccount,
  window: ListWindow,
): Promise<number> {
  const credentials = await options.connections.credentials(owner.merchantId, owner.connectionId)
  if (credentials === undefined) throw new Error('the account has no credentials')
  return enterList(options, aggregator.withCredentials(credentials), owner, window)
}

/** @param owner of the account; undefined: it is ours */
async function enterList(
  { database, logger }: LostSalesOptions,
  account: Aggregator,
  owner: queries.MerchantAccount | undefined,
  window: ListWindow,
): Promise<number> {
  let entered = 0
  for await (const page of account.transactions(window)) {
    const outcomes = await enterPage(database, { mode: account.mode, owner }, page)
    entered += outcomes.filter((outcome) => outcome === 'ENTERED').length
    const unplaced = outcomes.filter((outcome) => outcome === 'UNPLACED').length
    if (unplaced > 0)
      logger.error(
        { unplaced, connectionId: owner?.connectionId },
        'the provider lists sales whose store or product is lost, or whose store is another merchant’s',
      )
  }
  return entered
}

async function enterPage(database: Database, paidBy: queries.PaidBy, page: readonly ProviderRecord[]) {
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
