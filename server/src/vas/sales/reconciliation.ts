import type { Database } from '../../database/database.ts'
import type { Aggregator, AggregatorCredentials, ProviderOutcome, ProviderRecord } from './aggregator.ts'
import * as queries from './reconciliation-queries.ts'
import { hasConfirmed, type SalePhase, type SaleStatus } from './sale-state.ts'

/** A difference between our sales, our books and the provider's list. */
export interface Difference {
  /**
   * `status`: final states differ; `absent`: the provider does not list what we sold; `amount`: face values
   * differ; `price`: the provider charges us something else than we booked; `undecided`: a person has to
   * decide; `books`: the postings do not match the status; `unknown_here`: the provider lists a transaction that
   * we never sold; `list_unavailable`: the list could not be read.
   */
  readonly kind:
    | 'status'
    | 'absent'
    | 'amount'
    | 'price'
    | 'undecided'
    | 'books'
    | 'unknown_here'
    | 'list_unavailable'
  readonly saleId?: string
  readonly folio?: string
  /** The provider's id of a transaction without a sale. */
  readonly externalId?: string
  /** The merchant's own account concerned; absent: ours. */
  readonly connectionId?: string
  readonly ours: string
  readonly theirs: string
}

export interface Reconciliation {
  /** `YYYY-MM-DD`, in Mexico City. */
  readonly day: string
  readonly saleCount: number
  readonly recordCount: number
  readonly differences: readonly Difference[]
}

export interface ReconciliationOptions {
  readonly database: Database
  /** Every provider that has sold, one per mode; modes that are off are left out. */
  readonly aggregators: readonly Aggregator[]
  readonly connections: {
    credentials(merchantId: string, connectionId: string): Promise<AggregatorCredentials | undefined>
  }
}

/**
 * The provider dates a transaction when it is created, which is when we sold or soon after: just before midnight, the
 * next day. So a day's sales are searched for in a longer list, and what else that contains is left to its own day.
 */
const marginMs = 60 * 60_000

/**
 * Compares one day of sales with the books and with the provider's own list, account by account. It changes
 * nothing: differences are for a person, or for settling that is still in progress.
 *
 * @param day `YYYY-MM-DD`; yesterday when absent
 */
export async function reconcileDay(options: ReconciliationOptions, day?: string): Promise<Reconciliation> {
  const window = await options.database.worker((tx) => queries.dayOf(tx, day))
  const aggregators = options.aggregators.filter(({ mode }) => mode !== 'off')
  const parts: Part[] = await unlisted(options, aggregators, window)
  for (const aggregator of aggregators) parts.push(await reconcileMode(options, aggregator, window))
  return {
    day: window.day,
    saleCount: sum(parts.map(({ saleCount }) => saleCount)),
    recordCount: sum(parts.map(({ recordCount }) => recordCount)),
    differences: parts.flatMap(({ differences }) => differences),
  }
}

/** Sales whose provider this process does not know: selling was switched off since, or a command runs without its settings. */
async function unlisted(
  { database }: ReconciliationOptions,
  aggregators: readonly Aggregator[],
  window: Window,
): Promise<Part[]> {
  const modes = aggregators.map(({ mode }) => mode)
  const others = await database.worker((tx) => queries.salesOfOtherModes(tx, window, modes))
  return others.map(({ mode, count }) => ({
    saleCount: count,
    recordCount: 0,
    differences: [
      {
        kind: 'list_unavailable',
        ours: `${count} sales`,
        theirs: `no credentials of the provider for ${mode} are set`,
      },
    ],
  }))
}

type Window = Awaited<ReturnType<typeof queries.dayOf>>
type Part = Omit<Reconciliation, 'day'>

async function reconcileMode(
  { database, connections }: ReconciliationOptions,
  aggregator: Aggregator,
  window: Window,
): Promise<Part> {
  const sales = await database.worker((tx) => queries.dayOfSales(tx, window.day, aggregator.mode))
  const own = sales.filter(({ connectionId }) => connectionId === null)
  const parts = [await compare(own, aggregator, window)]
  const isOfDay = (record: ProviderRecord) => isIn(window, record)
  const strangers = await strangersIn(database, (parts[0]?.records ?? []).filter(isOfDay))
  const connectionIds = new Set(sales.flatMap(({ connectionId }) => connectionId ?? []))
  for (const connectionId of connectionIds) {
    const its = sales.filter((sale) => sale.connectionId === connectionId)
    const credentials = await connections.credentials(its[0]?.merchantId ?? '', connectionId)
    const account = credentials && aggregator.withCredentials(credentials)
    // Other transactions of a merchant's own account are not checked.
    parts.push(await compare(its, account, window, connectionId))
  }
  return {
    saleCount: sales.length,
    recordCount: sum(parts.map(({ records }) => records.filter(isOfDay).length)),
    differences: [
      ...parts.flatMap(({ differences }) => differences),
      ...strangers,
      ...sales.flatMap(bookDifference),
    ],
  }
}

async function compare(
  sales: readonly queries.ReconciledSale[],
  account: Aggregator | undefined,
  window: Window,
  connectionId?: string,
): Promise<{ records: readonly ProviderRecord[]; differences: readonly Difference[] }> {
  const of = connectionId === undefined ? {} : { connectionId }
  try {
    if (account === undefined) throw new Error('the account has no credentials')
    const records = await recordsIn(account, window)
    const byExternalId = new Map(records.map((record) => [record.externalId, record]))
    const differences = sales.flatMap((sale) =>
      saleDifferences(sale, byExternalId.get(sale.id)).map((difference) => ({ ...of, ...difference })),
    )
    return { records, differences }
  } catch (error) {
    const theirs = error instanceof Error ? error.message : 'the list could not be read'
    return {
      records: [],
      differences: [{ kind: 'list_unavailable', ...of, ours: `${sales.length} sales`, theirs }],
    }
  }
}

/** All transactions of the account around the day, once each. */
async function recordsIn(account: Aggregator, { from, to }: Window): Promise<readonly ProviderRecord[]> {
  const records = new Map<string, ProviderRecord>()
  const wide = { from: new Date(from.getTime() - marginMs), to: new Date(to.getTime() + marginMs) }
  for await (const page of account.transactions(wide))
    for (const record of page) records.set(record.providerTransactionId, record)
  return [...records.values()]
}

/** A transaction without a date counts on every day whose list contains it. */
function isIn({ from, to }: Window, { order }: ProviderRecord): boolean {
  return order === undefined || (order.createdAt >= from && order.createdAt < to)
}

/** The provider's statuses that match this status; anything else is a difference. `absent`: not listed. */
const agreeing: Readonly<Record<SaleStatus, readonly (ProviderOutcome | 'absent')[]>> = {
  PENDING: ['absent', 'held', 'accepted', 'unknown'],
  COMPLETED: ['completed'],
  // The provider keeps listing a hold that expired unconfirmed as `held`, and a reversal has moved no value in the end.
  FAILED: ['absent', 'failed', 'held', 'reversed'],
  // A person may have reversed it because the provider refused it.
  REVERSED: ['reversed', 'failed'],
}

/** The differences between one sale and its record. */
export function saleDifferences(
  sale: Omit<queries.ReconciledSale, 'merchantId' | 'demanded' | 'booked'>,
  record: Pick<ProviderRecord, 'outcome' | 'amountCentavos' | 'order'> | undefined,
): Difference[] {
  const of = { saleId: sale.id, folio: sale.folio }
  const theirs = record?.outcome ?? 'absent'
  const differences: Difference[] = []
  const isLost = theirs === 'absent' && hasConfirmed(sale.phase as SalePhase)
  if (isLost || !agreeing[sale.status].includes(theirs))
    differences.push({ kind: record ? 'status' : 'absent', ...of, ours: sale.status, theirs })
  if (sale.phase === 'REVIEW') differences.push({ kind: 'undecided', ...of, ours: 'REVIEW', theirs })
  if (record?.amountCentavos !== undefined && record.amountCentavos !== sale.amountCentavos)
    differences.push({
      kind: 'amount',
      ...of,
      ours: `${sale.amountCentavos} centavos`,
      theirs: `${record.amountCentavos} centavos`,
    })
  const charged = record?.order?.wholesaleCentavos
  if (theirs === 'completed' && charged !== undefined && isOtherPrice(sale, charged))
    differences.push({
      kind: 'price',
      ...of,
      ours: `${sale.wholesaleCentavos} centavos`,
      theirs: `${charged} centavos`,
    })
  return differences
}

/**
 * Whether the provider charges us something else than we booked. A merchant's own account pays what the provider says. The price
 * of a range is booked by a rate that was rounded up to a basis point.
 */
function isOtherPrice(
  sale: Pick<queries.ReconciledSale, 'connectionId' | 'wholesaleCentavos' | 'isRanged' | 'amountCentavos'>,
  charged: bigint,
): boolean {
  if (sale.connectionId !== null) return false
  const excess = sale.wholesaleCentavos - charged
  return sale.isRanged ? excess < -1n || excess > 1n + sale.amountCentavos / 10_000n : excess !== 0n
}

/** Postings that do not match the status of a sale; here `theirs` is what is booked. */
function bookDifference(sale: queries.ReconciledSale): Difference[] {
  const [ours, theirs] = [textOf(sale.demanded), textOf(sale.booked)]
  if (ours === theirs) return []
  const of = sale.connectionId === null ? {} : { connectionId: sale.connectionId }
  return [{ kind: 'books', saleId: sale.id, folio: sale.folio, ...of, ours, theirs }]
}

function textOf(books: Readonly<Record<string, number>>): string {
  const lines = Object.entries(books).map(([account, centavos]) => `${account} ${centavos}`)
  return lines.sort().join(', ') || 'nothing'
}

/** Transactions of our own account that match no sale of any day. */
async function strangersIn(
  database: Database,
  records: readonly ProviderRecord[],
): Promise<readonly Difference[]> {
  const ids = records.map(({ externalId }) => externalId)
  const known = await database.worker((tx) => queries.knownSales(tx, ids))
  return records
    .filter(({ externalId }) => !known.has(externalId))
    .map(({ externalId, outcome }) => ({
      kind: 'unknown_here',
      externalId,
      ours: 'nothing',
      theirs: outcome,
    }))
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0)
}
