import { allItems } from '@mostrador/client'
import { queryOptions } from '@tanstack/react-query'
import { answer, api } from '../../../api/client.ts'
import { pagesQuery } from '../../../api/lists.ts'

/** The store's counts, newest first. */
export const countsQuery = (storeId: string) =>
  pagesQuery(['stock', 'counts', storeId], (cursor, signal) =>
    answer(
      api.GET('/pos/stock_counts', {
        params: { query: { storeId, limit: 50, ...(cursor !== undefined && { cursor }) } },
        signal,
      }),
    ),
  )

export const countQuery = (id: string) =>
  queryOptions({
    queryKey: ['stock', 'count', id],
    queryFn: ({ signal }) => answer(api.GET('/pos/stock_counts/{id}', { params: { path: { id } }, signal })),
  })

/** All lines of a count, in the order in which they were added. */
export const countLinesQuery = (storeId: string, countId: string) =>
  queryOptions({
    queryKey: ['stock', 'count-lines', storeId, countId],
    queryFn: ({ signal }) =>
      allItems((page) =>
        api.GET('/pos/stock_count_lines', {
          params: {
            query: { storeId, countId, limit: 200, ...page },
          },
          signal,
        }),
      ),
    staleTime: 30_000,
  })
