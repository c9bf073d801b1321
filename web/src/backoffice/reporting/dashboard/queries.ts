import { queryOptions } from '@tanstack/react-query'
import { answer, api } from '../../../api/client.ts'

/** Often enough to feel live, and cheap enough for an owner of many stores. */
const refetchInterval = 30_000

const where = (storeId: string | undefined) => (storeId === undefined ? {} : { storeId })

/** The dashboard of one store, or of all that the person can read. */
export const dashboardQuery = (storeId: string | undefined) =>
  queryOptions({
    queryKey: ['dashboard', 'stores', storeId],
    queryFn: ({ signal }) =>
      answer(api.GET('/pos/reports/dashboard', { params: { query: where(storeId) }, signal })),
    refetchInterval,
  })

/** Today's sales by one dimension; for a cashier, those of their own shift. */
export const todayQuery = (storeId: string | undefined, by: 'method' | 'vas_kind' | 'hour' | 'product') =>
  queryOptions({
    queryKey: ['dashboard', 'today', storeId, by],
    queryFn: ({ signal }) =>
      answer(api.GET('/pos/reports/sales', { params: { query: { ...where(storeId), by } }, signal })),
    refetchInterval,
  })
