import { allItems } from '@mostrador/client'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../api/client.ts'

/** Every category of a store, for pickers: some dozens, or as many as an import has named. */
export const allCategoriesQuery = (storeId: string) =>
  queryOptions({
    queryKey: ['categories', 'all', storeId],
    queryFn: ({ signal }) =>
      allItems((page) =>
        api.GET('/pos/categories', {
          params: { query: { storeId, sort: 'position', limit: 200, ...page } },
          signal,
        }),
      ),
  })
