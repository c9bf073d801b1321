import { queryOptions } from '@tanstack/react-query'
import { answer, api } from '../../api/client.ts'
import { pagesQuery } from '../../api/lists.ts'

/** The store's completed orders, newest first; those with this folio or customer when one is typed. */
export const ordersQuery = (storeId: string, q: string) => ({
  ...pagesQuery(['orders', 'till', storeId, q], (cursor, signal) =>
    answer(
      api.GET('/pos/sales_orders', {
        params: {
          query: {
            storeId,
            limit: 20,
            ...(q !== '' && { q }),
            ...(cursor !== undefined && { cursor }),
          },
        },
        signal,
      }),
    ),
  ),
  // The last ticket must not be one of a list that was kept from before the last sale.
  staleTime: 0,
})

export const orderQuery = (id: string) =>
  queryOptions({
    queryKey: ['orders', 'one', id],
    queryFn: ({ signal }) => answer(api.GET('/pos/sales_orders/{id}', { params: { path: { id } }, signal })),
    staleTime: 0,
  })

/** What can still be refunded, by payment. */
export const refundableQuery = (id: string) =>
  queryOptions({
    queryKey: ['orders', 'refundable', id],
    queryFn: ({ signal }) =>
      answer(api.GET('/pos/sales_orders/{id}/refundable', { params: { path: { id } }, signal })),
    staleTime: 0,
  })

export const receiptQuery = (id: string | null) =>
  queryOptions({
    queryKey: ['receipts', 'one', id],
    queryFn: ({ signal }) =>
      answer(api.GET('/pos/receipts/{id}', { params: { path: { id: id ?? '' } }, signal })),
    enabled: id !== null,
    staleTime: Number.POSITIVE_INFINITY,
  })
