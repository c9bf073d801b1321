import { queryOptions } from '@tanstack/react-query'
import { answer, api } from '../../api/client.ts'
import { pagesQuery } from '../../api/lists.ts'

export const merchantAccounts = (merchantId: string) =>
  pagesQuery(['merchants', 'accounts', merchantId], (cursor, signal) =>
    answer(
      api.GET('/pos/settlements/bank-account/admin', {
        params: { query: { merchantId, limit: 50, ...(cursor !== undefined && { cursor }) } },
        signal,
      }),
    ),
  )

/** Where merchants' data can be stored. */
export const placesQuery = () =>
  queryOptions({
    queryKey: ['places'],
    queryFn: ({ signal }) => answer(api.GET('/platform/places', { signal })),
  })

export const assistanceQuery = (merchantId: string) =>
  queryOptions({
    queryKey: ['merchants', 'assistance', merchantId],
    queryFn: ({ signal }) =>
      answer(
        api.GET('/platform/merchants/{id}/assistance', { params: { path: { id: merchantId } }, signal }),
      ),
  })
