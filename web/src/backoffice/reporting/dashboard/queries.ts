import { queryOptions } from '@tanstack/react-query'
import { answer, api } from '../../../api/client.ts'

/** Often enough to feel live, seldom enough for a portfolio of stores. */
const refetchInterval = 30_000

const where = (storeId: string | undefined) => (storeId === undefined ? {} : { storeId })

/** How things stand in one store, or in all that the person reads. */
export const dashboardQuery = (storeId: string | undefined) =>
  queryOptions({
    queryKey: ['dashboard', 'stores', storeId],
    queryFn: ({ signal }) =>
      answer(api.GET('/pos/reports/dashboard', { params: { query: where(storeId) }, signal })),
    refetchInterval,
  })

/** Today by something; of somebody who reads no store's figures, the own shift. */
export const todayQuery = (storeId: string | undefined, by: 'method' | 'vas_kind' | 'hour' | 'product') =>
  queryOptions({
    queryKey: ['dashboard', 'today', storeId, by],
    queryFn: ({ signal }) =>
      answer(api.GET('/pos/reports/sales', { params: { query: { ...where(storeId), by } }, signal })),
    refetchInterval,
  })
