import { queryOptions } from '@tanstack/react-query'
import { answer, api } from '../../../api/client.ts'
import { pagesQuery } from '../../../api/lists.ts'

export interface OrderFilter {
  /** A whole folio, or words of a customer. */
  q: string | undefined
  soldOn: string | undefined
  terminalId: string | undefined
}

const listOrders = (storeId: string, { q, soldOn, terminalId }: OrderFilter, cursor?: string) => ({
  storeId,
  limit: 50,
  ...(q !== undefined && { q }),
  ...(soldOn !== undefined && { soldOn }),
  ...(terminalId !== undefined && { terminalId }),
  ...(cursor !== undefined && { cursor }),
})

export const ordersQuery = (storeId: string, narrowed: OrderFilter) =>
  pagesQuery(['orders', 'list', storeId, narrowed], (cursor, signal) =>
    answer(
      api.GET('/pos/sales_orders', { params: { query: listOrders(storeId, narrowed, cursor) }, signal }),
    ),
  )

export const orderQuery = (id: string) =>
  queryOptions({
    queryKey: ['orders', 'one', id],
    queryFn: ({ signal }) => answer(api.GET('/pos/sales_orders/{id}', { params: { path: { id } }, signal })),
  })

/** The receipts of an order that the person may see: the sale's first, then those of refunds. */
export const papersQuery = (storeId: string, orderId: string) =>
  queryOptions({
    queryKey: ['orders', 'papers', orderId],
    queryFn: async ({ signal }) => {
      const query = { storeId, orderId, sort: 'createdAt', limit: 200 } as const
      return (await answer(api.GET('/pos/receipts', { params: { query }, signal }))).items
    },
  })

/** What can still be refunded. Never cached, because another till may refund meanwhile. */
export const refundableQuery = (orderId: string) =>
  queryOptions({
    queryKey: ['orders', 'refundable', orderId],
    queryFn: ({ signal }) =>
      answer(api.GET('/pos/sales_orders/{id}/refundable', { params: { path: { id: orderId } }, signal })),
    staleTime: 0,
  })

export const ownShiftQuery = (storeId: string) =>
  queryOptions({
    queryKey: ['shifts', 'own', storeId],
    queryFn: async ({ signal }) =>
      (await answer(api.GET('/pos/shifts/current', { params: { query: { storeId } }, signal }))).shift,
    staleTime: 0,
  })

/** Terminals of a store by id; the list is shown without their names when this fails. */
export const tillsQuery = (storeId: string) =>
  queryOptions({
    queryKey: ['terminals', 'names', storeId],
    queryFn: async ({ signal }) =>
      (await answer(api.GET('/pos/terminals', { params: { query: { storeId, limit: 100 } }, signal }))).items,
  })

type Loaded<Q> = Q extends { queryFn?: infer F }
  ? F extends (...args: never[]) => infer R
    ? Awaited<R>
    : never
  : never

export type Order = Loaded<ReturnType<typeof orderQuery>>
export type OrderLine = Order['lines'][number]
export type Refundable = Loaded<ReturnType<typeof refundableQuery>>
