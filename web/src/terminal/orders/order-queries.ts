import { queryOptions } from '@tanstack/react-query'
import { answer, api } from '../../api/client.ts'
import { pagesQuery } from '../../api/lists.ts'

/** Finished sales of goods in the store, newest first; one where a whole folio was typed. */
export const ordersQuery = (storeId: string, folio: string) =>
  pagesQuery(['orders', 'till', storeId, folio], (cursor, signal) =>
    answer(
      api.GET('/pos/sales_orders', {
        params: {
          query: {
            storeId,
            limit: 20,
            ...(folio !== '' && { folio }),
            ...(cursor !== undefined && { cursor }),
          },
        },
        signal,
      }),
    ),
  )

export const orderQuery = (id: string) =>
  queryOptions({
    queryKey: ['orders', 'one', id],
    queryFn: ({ signal }) => answer(api.GET('/pos/sales_orders/{id}', { params: { path: { id } }, signal })),
    staleTime: 0,
  })

/** What may still be given back, payment by payment. */
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

/** "12", "a12" and "A-000012" are the same folio. */
export function wholeFolio(typed: string): string {
  const match = /^(?:([a-z])-?)?(\d{1,9})$/i.exec(typed.trim())
  if (match === null) return typed.trim()
  const [, series = 'A', number = ''] = match
  return `${series.toUpperCase()}-${number.padStart(6, '0')}`
}
