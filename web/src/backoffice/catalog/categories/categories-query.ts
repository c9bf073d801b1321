import { queryOptions } from '@tanstack/react-query'
import { answer, api } from '../../../api/client.ts'

/** Every category of a store, for pickers: a shop has some dozens. */
export const allCategoriesQuery = (storeId: string) =>
  queryOptions({
    queryKey: ['categories', 'all', storeId],
    queryFn: async ({ signal }) => {
      const query = { storeId, sort: 'position', limit: 200 } as const
      const { items } = await answer(api.GET('/pos/categories', { params: { query }, signal }))
      return items
    },
  })
