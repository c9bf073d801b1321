import type { SalesReport } from '@mostrador/client'
import { queryOptions } from '@tanstack/react-query'
import { answer, api } from '../../../api/client.ts'
import { pagesQuery } from '../../../api/lists.ts'

export type By = SalesReport['by']

export interface Asked {
  by: By
  from: string
  to: string
  storeId?: string
}

export const salesReportQuery = (asked: Asked) =>
  queryOptions({
    queryKey: ['reports', 'sales', asked],
    queryFn: ({ signal }) => answer(api.GET('/pos/reports/sales', { params: { query: asked }, signal })),
  })

export interface InventoryAsked {
  storeId?: string
  q?: string
  categoryId?: string
  isLow?: true
}

const inventoryPage = (asked: InventoryAsked, cursor: string | undefined, signal: AbortSignal) =>
  answer(
    api.GET('/pos/reports/inventory', {
      params: { query: { ...asked, limit: 50, ...(cursor !== undefined && { cursor }) } },
      signal,
    }),
  )

export const inventoryQuery = (asked: InventoryAsked) =>
  pagesQuery(['reports', 'inventory', asked], (cursor, signal) => inventoryPage(asked, cursor, signal))

/** The totals over everything that matches. */
export const inventoryTotalsQuery = (asked: InventoryAsked) =>
  queryOptions({
    queryKey: ['reports', 'inventory-totals', asked],
    queryFn: async ({ signal }) =>
      (await answer(api.GET('/pos/reports/inventory', { params: { query: { ...asked, limit: 1 } }, signal })))
        .totals,
  })
