import { ok, type Route, route } from '../../http/route.ts'
import { nullable } from '../../http/shapes.ts'
import { Started } from '../../jobs/shapes.ts'
import * as shapes from './schema.ts'
import type { SummariesService } from './service.ts'

const tag = 'reporting'

export function summariesRoutes(summaries: SummariesService): Route[] {
  return [
    route({
      method: 'POST',
      path: '/pos/settlements/ops/rollup',
      name: 'rollUpSettlements',
      summary: 'Roll up business days now, as every night',
      description:
        'Rows follow only from history: the same days rolled up again give the same rows, and late entries give a new version.',
      tag: 'reporting',
      access: 'platform:operator',
      confirmed: true,
      body: nullable(shapes.RollupOrder),
      responses: { 202: Started },
      problems: ['forbidden', 'mfa_required'],
      handle: async ({ grant, body }) => {
        const started = await summaries.rollUp(grant, body ?? {})
        return { status: 202, body: started, headers: { location: `/workflows/${started.workflowId}` } }
      },
    }),
    route({
      method: 'GET',
      path: '/platform/summaries/vas',
      name: 'getVasSummary',
      summary: 'Summarize value-added services of all merchants by day, kind and status',
      tag,
      access: 'platform:operator',
      query: shapes.SummaryQuery,
      responses: { 200: shapes.VasSummary },
      problems: ['forbidden', 'mfa_required'],
      handle: async ({ grant, query }) => ok(await summaries.vas(grant, query)),
    }),
    route({
      method: 'GET',
      path: '/platform/summaries/sales',
      name: 'getSalesSummary',
      summary: 'Summarize till sales of all merchants by business day',
      tag,
      access: 'platform:operator',
      query: shapes.SummaryQuery,
      responses: { 200: shapes.SalesSummary },
      problems: ['forbidden', 'mfa_required'],
      handle: async ({ grant, query }) => ok(await summaries.sales(grant, query)),
    }),
    route({
      method: 'GET',
      path: '/platform/summaries/merchants',
      name: 'listMerchantSummaries',
      summary: 'List merchants by the totals of their rolled-up days, largest first',
      tag,
      access: 'platform:operator',
      query: shapes.MerchantsSummaryQuery,
      responses: { 200: shapes.MerchantsSummary },
      problems: ['forbidden', 'mfa_required', 'invalid_cursor'],
      handle: async ({ grant, query }) => ok(await summaries.merchants(grant, query)),
    }),
  ]
}
