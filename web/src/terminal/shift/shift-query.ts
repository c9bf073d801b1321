import { queryOptions } from '@tanstack/react-query'
import { answer, api } from '../../api/client.ts'

/** The current report of a drawer. */
export const shiftReportQuery = (shiftId: string) =>
  queryOptions({
    queryKey: ['shift', 'report', shiftId],
    queryFn: ({ signal }) =>
      answer(api.GET('/pos/shifts/{id}/report', { params: { path: { id: shiftId } }, signal })),
    staleTime: 0,
  })
