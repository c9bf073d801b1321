import { v7 as uuid } from 'uuid'
import type { Grant } from '../../authorization/grant.ts'
import { type Order, pageOf } from '../../collections/page.ts'
import type { Database } from '../../database/database.ts'
import type { Tx } from '../../database/tx.ts'
import * as queries from './queries.ts'
import { usualDays } from './rollup.ts'
import type {
  MerchantSummary,
  MerchantsSummaryQuery,
  RollupOrder,
  SalesSummary,
  SummaryQuery,
  VasSummary,
} from './schema.ts'
import { addDays, type Span, spanOf } from './span.ts'

/** Default number of days of a summary. */
const summaryDays = 30

const largestFirst: Order<MerchantSummary, 'key' | 'id'> = {
  keys: { key: 'integer', id: 'uuid' },
  of: ({ vas, merchant }) => ({ key: String(vas.amountCentavos), id: merchant.id }),
}

export type SummariesService = ReturnType<typeof summariesService>

/**
 * Business figures across merchants: rolled-up days, and totals for platform staff. Only totals, never rows
 * of a store; each read is audited; a rolled-up day follows only from history, and late entries make a new
 * version. Owns reporting.settlement_rollups.
 */
export function summariesService({ database }: { database: Database }) {
  /**
   * Queues a rollup of days; returns the id to follow.
   *
   * @throws Problem `invalid_request` · `not_found` (the merchant) · `forbidden` (every merchant, for
   * confined staff)
   */
  const rollUp = async (
    grant: Grant<'platform:operator'>,
    order: RollupOrder,
  ): Promise<{ workflowId: string }> => {
    const workflowId = uuid()
    await database.write(grant, async (tx) => {
      const { merchantId } = order
      if (merchantId === undefined) await queries.assertOverseesAll(tx)
      else await queries.merchant(tx, merchantId)
      const today = await queries.today(tx)
      const span = spanOf(order, today, { to: addDays(today, -1), days: usualDays })
      await queries.requestRollup(tx, workflowId, { ...span, merchantId })
    })
    return { workflowId }
  }

  /** Value-added services by day, kind and status. @throws Problem `invalid_request` · `not_found` (the merchant) */
  const vas = (grant: Grant<'platform:operator'>, query: SummaryQuery): Promise<VasSummary> =>
    database.write(grant, async (tx) => {
      const span = await spanFor(tx, query)
      return { ...span, ...(await queries.vas(tx, { ...span, merchantId: query.merchantId })) }
    })

  /** Sales of the tills by day. @throws Problem `invalid_request` · `not_found` (the merchant) */
  const sales = (grant: Grant<'platform:operator'>, query: SummaryQuery): Promise<SalesSummary> =>
    database.write(grant, async (tx) => {
      const span = await spanFor(tx, query)
      return { ...span, ...(await queries.sales(tx, { ...span, merchantId: query.merchantId })) }
    })

  /**
   * Merchants by the totals of their rolled-up days, largest first. @throws Problem `invalid_request` ·
   * `invalid_cursor`
   */
  const merchants = (grant: Grant<'platform:operator'>, query: MerchantsSummaryQuery) =>
    database.write(grant, async (tx) => {
      const span = await spanFor(tx, query)
      const { limit, cursor } = query
      const asked = { list: 'merchants summary', narrowedBy: [span], limit, cursor }
      const page = await pageOf(tx, asked, largestFirst, (range) => queries.merchants(tx, span, range))
      return { ...span, ...page }
    })

  return { rollUp, vas, sales, merchants }
}

async function spanFor(tx: Tx<'platform:operator'>, query: SummaryQuery): Promise<Span> {
  if (query.merchantId !== undefined) await queries.merchant(tx, query.merchantId)
  const today = await queries.today(tx)
  return spanOf(query, today, { to: today, days: summaryDays })
}
