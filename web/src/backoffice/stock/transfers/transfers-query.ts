import { allItems, type StockTransfer } from '@mostrador/client'
import { queryOptions } from '@tanstack/react-query'
import { answer, api } from '../../../api/client.ts'
import { pagesQuery } from '../../../api/lists.ts'

export type Narrowed = 'coming' | 'going' | undefined

const filters = {
  coming: { direction: 'IN', status: 'SENT' },
  going: { direction: 'OUT', status: 'SENT' },
} as const

/** A store's transfers in both directions, newest first. */
export const transfersQuery = (storeId: string, narrowed: Narrowed) =>
  pagesQuery(['stock', 'transfers', storeId, narrowed], (cursor, signal) =>
    answer(
      api.GET('/pos/stock_transfers', {
        params: {
          query: {
            storeId,
            limit: 50,
            ...(narrowed !== undefined && filters[narrowed]),
            ...(cursor !== undefined && { cursor }),
          },
        },
        signal,
      }),
    ),
  )

/** All lines of a transfer; there are at most 500. */
export const transferLinesQuery = (transfer: StockTransfer) =>
  queryOptions({
    queryKey: ['stock', 'transfer-lines', transfer.id, transfer.status],
    queryFn: ({ signal }) =>
      allItems((page) =>
        api.GET('/pos/stock_transfer_lines', {
          params: {
            query: {
              storeId: transfer.storeId,
              documentId: transfer.id,
              limit: 200,
              ...page,
            },
          },
          signal,
        }),
      ),
  })

/** The merchant's other stores by id. */
export const destinationsQuery = (storeId: string) =>
  queryOptions({
    queryKey: ['destinations', storeId],
    queryFn: async ({ signal }) => {
      const query = { storeId }
      const { items } = await answer(api.GET('/pos/inventory/destinations', { params: { query }, signal }))
      return new Map(items.map((each) => [each.storeId, each]))
    },
    staleTime: 60_000,
  })
