import type { Logger } from 'pino'
import { validate as isUuid } from 'uuid'
import type { Database } from '../../database/database.ts'
import type { Job } from '../../jobs/jobs.ts'
import type { Aggregator, AggregatorCredentials, ListWindow, ProviderRecord } from './aggregator.ts'
import * as queries from './queries.ts'

interface LateWordsOptions {
  readonly database: Database
  readonly logger: Logger
  /** Every provider that has sold, one per mode; modes that are off are left out. */
  readonly aggregators: readonly Aggregator[]
  readonly connections: {
    credentials(merchantId: string, connectionId: string): Promise<AggregatorCredentials | undefined>
  }
}

interface LateWords {
  /** Accounts whose lists were read completely. */
  readonly listsRead: number
  /** Merchants' own accounts whose lists could not be read. */
  readonly listsMissed: number
  /** Sales that the provider is asked about again. */
  readonly salesHeeded: number
}

const hourMs = 60 * 60_000
/** A list may lag, and its clock differs from ours. */
const marginMs = hourMs
/** The last part is read again for this long: a transaction is listed before it is final. */
const overlapMs = 2 * hourMs
/** How long after its sale a reversal is still searched for. */
const reachMs = 30 * 24 * hourMs

/**
 * Three times an hour: finds reversals whose callback was lost without querying each sale, and successes
 * after an explicit refusal.
 */
export function lateWordsJob(run: () => Promise<LateWords>): Job<LateWords> {
  return {
    name: 'vas.late_words',
    attempts: 3,
    firstPauseMs: 60_000,
    schedule: { cron: '*/20 * * * *', timeZone: 'America/Mexico_City', every: '20 minutes' },
    run,
  }
}

/**
 * Reads the provider's own lists from where the last run ended, and marks every sale for a check that ended
 * differently here. Settling then asks the provider again and decides.
 *
 * @throws AggregatorFault when the list of our own account cannot be read; a merchant's own account is
 * retried next time
 */
export async function heedLateWords(options: LateWordsOptions): Promise<LateWords> {
  const { database, logger, connections } = options
  let [listsRead, listsMissed, salesHeeded] = [0, 0, 0]
  for (const aggregator of options.aggregators.filter(({ mode }) => mode !== 'off')) {
    const lists = await database.worker((tx) => queries.listsToRead(tx, aggregator.mode))
    for (const list of lists) {
      try {
        const account = await accountOf(list, aggregator, connections)
        salesHeeded += await heed(database, account, list)
        listsRead++
      } catch (error) {
        if (list.connectionId === null) throw error
        listsMissed++
        logger.warn({ err: error, connectionId: list.connectionId }, 'a merchant’s list cannot be read')
      }
    }
  }
  return { listsRead, listsMissed, salesHeeded }
}

async function accountOf(
  { merchantId, connectionId }: queries.ProviderList,
  aggregator: Aggregator,
  connections: LateWordsOptions['connections'],
): Promise<Aggregator> {
  if (merchantId === null || connectionId === null) return aggregator
  const credentials = await connections.credentials(merchantId, connectionId)
  if (credentials === undefined) throw new Error('the account has no credentials')
  return aggregator.withCredentials(credentials)
}

/** The position is stored last: after any failure the part is read again. */
async function heed(database: Database, account: Aggregator, list: queries.ProviderList): Promise<number> {
  let heeded = 0
  for (const window of windowsOf(list)) {
    for await (const page of account.transactions(window)) {
      const records = page.filter(isLateWord)
      if (records.length === 0) continue
      heeded += await database.worker((tx) => queries.heedList(tx, account.mode, records))
    }
  }
  await database.worker((tx) => queries.noteListRead(tx, account.mode, list.connectionId, list.now))
  return heeded
}

/** Everything since the last run, and reversals of the thirty days before it. */
function windowsOf({ listedUntil, firstSaleAt, now }: queries.ProviderList): ListWindow[] {
  const first = firstSaleAt.getTime() - marginMs
  const since = (listedUntil ?? firstSaleAt).getTime()
  const recentFrom = Math.max(since - overlapMs, first)
  const reversedFrom = Math.max(since - reachMs, first)
  const recent = { from: new Date(recentFrom), to: new Date(now.getTime() + marginMs) }
  if (reversedFrom >= recentFrom) return [recent]
  return [recent, { from: new Date(reversedFrom), to: new Date(recentFrom), only: 'reversed' }]
}

function isLateWord({ externalId, outcome }: ProviderRecord): boolean {
  return isUuid(externalId) && (outcome === 'reversed' || outcome === 'completed')
}
