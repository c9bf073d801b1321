import { queryOptions } from '@tanstack/react-query'
import { answer, api } from '../../api/client.ts'
import { pagesQuery } from '../../api/lists.ts'

/** The store's completed orders, newest first; a single one when a whole folio is typed. */
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

/** The folio in a ticket's code as a scanner sends it, or `null` when the code is not a ticket's. */
export const ticketFolio = (code: string): string | null =>
  /^[a-z][-'/]\d{6,9}$/i.test(code) ? wholeFolio(code) : null

/**
 * Normalizes a folio: "12", "a12" and "A-000012" are the same. So is "A'000012", which a scanner sends when it is set
 * to another keyboard layout.
 */
export function wholeFolio(typed: string): string {
  const match = /^(?:([a-z])[-'/]?)?(\d{1,9})$/i.exec(typed.trim())
  if (match === null) return typed.trim()
  const [, series = 'A', number = ''] = match
  return `${series.toUpperCase()}-${number.padStart(6, '0')}`
}
