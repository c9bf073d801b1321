import type { MerchantTheme } from '@mostrador/client'
import { queryOptions } from '@tanstack/react-query'
import { answer, api } from '../../../api/client.ts'

/** A theme and its ETag. Saving sends the version, so a concurrent change is not overwritten. */
export interface VersionedTheme {
  readonly theme: MerchantTheme
  readonly version: string
}

export const editedThemeQuery = (storeId: string) =>
  queryOptions({
    queryKey: ['theme', storeId, 'edited'],
    queryFn: async ({ signal }): Promise<VersionedTheme> => {
      const { items } = await answer(
        api.GET('/pos/merchant_themes', { params: { query: { storeId } }, signal }),
      )
      const params = { path: { id: items[0]?.id ?? '' } }
      const call = await api.GET('/pos/merchant_themes/{id}', { params, signal })
      return {
        theme: await answer(Promise.resolve(call)),
        version: call.response.headers.get('etag') ?? '*',
      }
    },
    refetchOnWindowFocus: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
