import { queryOptions } from '@tanstack/react-query'
import { answer, api } from '../../../api/client.ts'
import { pagesQuery } from '../../../api/lists.ts'
import type { shiftDeskTexts } from './texts.ts'

export type Filter = keyof typeof shiftDeskTexts.filters

const narrowed = {
  todos: {},
  abiertos: { status: 'OPEN' },
  cerrados: { status: 'CLOSED' },
  diferencia: { isDifferent: true },
} as const satisfies Record<Filter, object>

export const drawersQuery = (scope: { storeId?: string }, filter: Filter) =>
  pagesQuery(['shifts', 'list', scope, filter], (cursor, signal) =>
    answer(
      api.GET('/pos/reports/shifts', {
        params: {
          query: { ...scope, limit: 50, ...narrowed[filter], ...(cursor !== undefined && { cursor }) },
        },
        signal,
      }),
    ),
  )

/** The report of a drawer: until now, or until it was closed. */
export const drawerQuery = (id: string) =>
  queryOptions({
    queryKey: ['shifts', 'one', id],
    queryFn: ({ signal }) => answer(api.GET('/pos/shifts/{id}/report', { params: { path: { id } }, signal })),
    staleTime: 0,
  })

/** Cash movements that are not sales; a shift has a handful. */
export const cashMovementsQuery = (storeId: string, shiftId: string) =>
  queryOptions({
    queryKey: ['shifts', 'movements', shiftId],
    queryFn: async ({ signal }) => {
      const query = { storeId, shiftId, limit: 200 }
      return (await answer(api.GET('/pos/cash_movements', { params: { query }, signal }))).items
    },
  })
