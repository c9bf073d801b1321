import type { Logger } from 'pino'
import { validate as isUuid } from 'uuid'
import type { Database } from '../../database/database.ts'
import type { Tx } from '../../database/tx.ts'
import type { Job } from '../../jobs/jobs.ts'
import type { Aggregator, AggregatorCredentials, ListWindow, ProviderRecord } from './aggregator.ts'
import * as queries from './reconciliation-queries.ts'

interface LateOutcomesOptions {
  readonly database: Database
  readonly logger: Logger
  /** Every provider that has sold, one per mode; modes that are off are left out. */
  readonly aggregators: readonly Aggregator[]
  readonly connections: {
    credentials(merchantId: string, connectionId: string): Promise<AggregatorCredentials | undefined>
  }
}

interface LateOutcomesReport {
  /** Accounts whose lists were read completely. */
  readonly listsRead: number
  /** Merchants' own accounts whose lists could not be read. */
  readonly listsMissed: number
  /** Sales that ended differently at the provider and are queried again. */
  readonly salesRechecked: number
}

const hourMs = 60 * 60_000
/** Lists may lag, and the provider's clock differs from ours. */
const marginMs = hourMs
/** The last part is read again for this long: a transaction is listed before it is final. */
const overlapMs = 2 * hourMs
/** How long after its sale a reversal is still searched for. */
const reachMs = 30 * 24 * hourMs

/**
 * Three times an hour: finds reversals whose callback was lost, without querying each sale, and successes that
 * soon followed an explicit refusal, or refusals a success.
 */
export function lateOutcomesJob(run: () => Promise<LateOutcomesReport>): Job<LateOutcomesReport> {
  return {
    name: 'vas.late_outcomes',
    attempts: 3,
    firstPauseMs: 60_000,
    schedule: { cron: '*/20 * * * *', timeZone: 'America/Mexico_City', every: '20 minutes' },
    run,
  }
}

/** Every night before the reconciliation: finds successes that came hours or days after the refusal of their sale. */
export function lateSuccessesJob(run: () => Promise<LateOutcomesReport>): Job<LateOutcomesReport> {
  return {
    name: 'vas.late_successes',
    attempts: 3,
    firstPauseMs: 60_000,
    schedule: { cron: '15 3 * * *', timeZone: 'America/Mexico_City' },
    run,
  }
}

/**
 * Reads the provider's lists from where the last run ended, and marks each sale whose outcome differs from ours
 * to be checked again. Settling then queries the provider and decides.
 *
 * @throws AggregatorFault when the list of our own account cannot be read; a merchant's own account is
 * retried next time
 */
export function recheckLateOutcomes(options: LateOutcomesOptions): Promise<LateOutcomesReport> {
  return inEachAccount(options, queries.listsToRead, (account, list) =>
    recheckSince(options.database, account, list),
  )
}

/**
 * The same for successes, at any time after a refusal. The provider's list is by the time of the order, not of its
 * last change, and almost all of it are successes, so nothing shorter than whole days contains them all. So this is
 * done once a night, and only from the first to the last sale of thirty days that has failed.
 *
 * @throws AggregatorFault as `recheckLateOutcomes`
 */
export function recheckLateSuccesses(options: LateOutcomesOptions): Promise<LateOutcomesReport> {
  return inEachAccount(options, queries.listsOfFailed, (account, { firstSaleAt, lastSaleAt }) => {
    const from = new Date(firstSaleAt.getTime() - marginMs)
    const to = new Date(lastSaleAt.getTime() + marginMs)
    return recheck(options.database, account, { from, to })
  })
}

/** Reads a list of each account at each provider. */
async function inEachAccount<List extends queries.ProviderAccount>(
  { database, logger, connections, aggregators }: LateOutcomesOptions,
  listsOf: (tx: Tx<'worker'>, mode: string) => Promise<readonly List[]>,
  read: (account: Aggregator, list: List) => Promise<number>,
): Promise<LateOutcomesReport> {
  let [listsRead, listsMissed, salesRechecked] = [0, 0, 0]
  for (const aggregator of aggregators.filter(({ mode }) => mode !== 'off')) {
    const lists = await database.worker((tx) => listsOf(tx, aggregator.mode))
    for (const list of lists) {
      try {
        const account = await accountOf(list, aggregator, connections)
        salesRechecked += await read(account, list)
        listsRead++
      } catch (error) {
        if (list.connectionId === null) throw error
        listsMissed++
        logger.warn({ err: error, connectionId: list.connectionId }, 'a merchant’s list cannot be read')
      }
    }
  }
  return { listsRead, listsMissed, salesRechecked }
}

async function accountOf(
  { merchantId, connectionId }: queries.ProviderAccount,
  aggregator: Aggregator,
  connections: LateOutcomesOptions['connections'],
): Promise<Aggregator> {
  if (merchantId === null || connectionId === null) return aggregator
  const credentials = await connections.credentials(merchantId, connectionId)
  if (credentials === undefined) throw new Error('the account has no credentials')
  return aggregator.withCredentials(credentials)
}

/** The position is stored last, so after a failure the same part is read again. */
async function recheckSince(
  database: Database,
  account: Aggregator,
  list: queries.ProviderList,
): Promise<number> {
  let rechecked = 0
  for (const window of windowsOf(list)) rechecked += await recheck(database, account, window)
  await database.worker((tx) => queries.noteListRead(tx, account.mode, list.connectionId, list.now))
  return rechecked
}

async function recheck(database: Database, account: Aggregator, window: ListWindow): Promise<number> {
  let rechecked = 0
  for await (const page of account.transactions(window)) {
    const records = page.filter(isFinal)
    if (records.length === 0) continue
    rechecked += await database.worker((tx) => queries.recheckListed(tx, account.mode, records))
  }
  return rechecked
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

function isFinal({ externalId, outcome }: ProviderRecord): boolean {
  return isUuid(externalId) && (outcome === 'reversed' || outcome === 'completed' || outcome === 'failed')
}
