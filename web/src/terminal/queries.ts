import { queryOptions } from '@tanstack/react-query'
import { answer, api } from '../api/client.ts'
import type { VasKind } from '../api/types.ts'

/** Providers of a kind and what they sell; revalidated by ETag, so asking again is free. */
export const catalogQuery = (kind: VasKind, storeId: string) =>
  queryOptions({
    queryKey: ['catalog', kind, storeId],
    queryFn: async ({ signal }) => {
      const { items } = await answer(
        api.GET('/vas/catalog', { params: { query: { kind, storeId } }, signal }),
      )
      return items
    },
    staleTime: 60_000,
    refetchInterval: 5 * 60_000,
  })

export const recentSalesQuery = (storeId: string) =>
  queryOptions({
    queryKey: ['sales', 'recent', storeId],
    queryFn: async ({ signal }) => {
      const query = { storeId, limit: 20 }
      const { items } = await answer(api.GET('/vas/sales', { params: { query }, signal }))
      return items
    },
  })

/** What the store waits for, whichever cashier sold it. */
export const pendingSalesQuery = (storeId: string) =>
  queryOptions({
    queryKey: ['sales', 'pending', storeId],
    queryFn: async ({ signal }) => {
      const query = { storeId, status: 'PENDING', limit: 100 } as const
      const { items } = await answer(api.GET('/vas/sales', { params: { query }, signal }))
      return items
    },
    refetchInterval: 15_000,
  })

export const terminalsQuery = (storeId: string) =>
  queryOptions({
    queryKey: ['terminals', 'enabled', storeId],
    queryFn: async ({ signal }) => {
      const query = { storeId, limit: 200, sort: 'name' } as const
      const { items } = await answer(api.GET('/pos/terminals', { params: { query }, signal }))
      return items.filter((terminal) => terminal.status === 'ENABLED')
    },
    staleTime: 5 * 60_000,
  })

export const productsQuery = (storeId: string, q: string) =>
  queryOptions({
    queryKey: ['products', 'till', storeId, q],
    queryFn: async ({ signal }) => {
      const query = { storeId, limit: 100, sort: 'name', ...(q !== '' && { q }) } as const
      const { items } = await answer(api.GET('/pos/products', { params: { query }, signal }))
      return items
    },
    placeholderData: (previous) => previous,
  })

/** Categories lend the products their colour. */
export const categoriesQuery = (storeId: string) =>
  queryOptions({
    queryKey: ['categories', 'till', storeId],
    queryFn: async ({ signal }) => {
      const query = { storeId, sort: 'position', limit: 200 } as const
      const { items } = await answer(api.GET('/pos/categories', { params: { query }, signal }))
      return items
    },
    staleTime: 5 * 60_000,
  })
