import type { VasKind } from '@mostrador/client'
import { queryOptions } from '@tanstack/react-query'
import { answer, api } from '../../api/client.ts'
import { orKept } from '../../api/kept-answers.ts'

/** The catalog of one kind of service; revalidated by ETag, so refetching is cheap. */
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

/** The health of the store's providers; revalidated by ETag, so refetching is cheap. */
export const providersQuery = (storeId: string) =>
  queryOptions({
    queryKey: ['providers', storeId],
    queryFn: async ({ signal }) =>
      (await answer(api.GET('/vas/providers', { params: { query: { storeId } }, signal }))).items,
    staleTime: 15_000,
    refetchInterval: 30_000,
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

/** The store's latest sales with this folio, number or reference. */
export const foundSalesQuery = (storeId: string, q: string) =>
  queryOptions({
    queryKey: ['sales', 'found', storeId, q],
    queryFn: async ({ signal }) => {
      const query = { storeId, q, limit: 20 }
      return (await answer(api.GET('/vas/sales', { params: { query }, signal }))).items
    },
  })

/** The store's pending sales, of all cashiers. */
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
      const { items } = await orKept(`terminals.${storeId}`, () =>
        answer(api.GET('/pos/terminals', { params: { query }, signal })),
      )
      return items.filter((terminal) => terminal.status === 'ENABLED')
    },
    staleTime: 5 * 60_000,
  })

/** The store's name and cash rounding. */
export const storeQuery = (storeId: string) =>
  queryOptions({
    queryKey: ['stores', 'till', storeId],
    queryFn: ({ signal }) =>
      orKept(`store.${storeId}`, () =>
        answer(api.GET('/pos/stores/{id}', { params: { path: { id: storeId } }, signal })),
      ),
    staleTime: 60_000,
  })

/** The person's own open shift in the store, or `null`. */
export const shiftQuery = (storeId: string) =>
  queryOptions({
    queryKey: ['shift', storeId],
    queryFn: async ({ signal }) => {
      const { shift } = await orKept(`shift.${storeId}`, () =>
        answer(api.GET('/pos/shifts/current', { params: { query: { storeId } }, signal })),
      )
      return shift
    },
  })
