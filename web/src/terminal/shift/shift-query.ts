import { isProblem } from '@mostrador/client'
import { queryOptions } from '@tanstack/react-query'
import { answer, api } from '../../api/client.ts'

/**
 * The current report of a drawer, or `null` while it is counted blind. A query without data is reset by each refetch, which
 * would unmount the form of the count with what was typed, so `null` is data.
 */
export const shiftReportQuery = (shiftId: string) =>
  queryOptions({
    queryKey: ['shift', 'report', shiftId],
    queryFn: async ({ signal }) => {
      try {
        return await answer(api.GET('/pos/shifts/{id}/report', { params: { path: { id: shiftId } }, signal }))
      } catch (error) {
        if (isProblem(error, 'counted_blind')) return null
        throw error
      }
    },
    staleTime: 0,
  })
