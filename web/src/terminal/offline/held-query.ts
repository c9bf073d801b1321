import { queryOptions } from '@tanstack/react-query'
import { answer, api } from '../../api/client.ts'

/** Offline sales that wait for a supervisor, from all devices of the store. */
export const heldQuery = (storeId: string) =>
  queryOptions({
    queryKey: ['offline_sales', 'held', storeId],
    queryFn: async ({ signal }) => {
      const query = { storeId, status: 'HELD', limit: 100 } as const
      const { items } = await answer(api.GET('/pos/offline_sales', { params: { query }, signal }))
      return items
    },
    refetchInterval: 60_000,
  })
