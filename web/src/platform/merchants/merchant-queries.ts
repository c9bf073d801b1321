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
