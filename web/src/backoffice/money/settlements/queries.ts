import { answer, api } from '../../../api/client.ts'
import { pagesQuery } from '../../../api/lists.ts'

/** The merchant's bank accounts, newest first. */
export const bankAccountsQuery = (storeId: string) =>
  pagesQuery(['settlements', 'accounts', storeId], (cursor, signal) =>
    answer(
      api.GET('/pos/settlements/bank-account', {
        params: { query: { storeId, limit: 50, ...(cursor !== undefined && { cursor }) } },
        signal,
      }),
    ),
  )

/** Requested payouts, newest first. */
export const settlementsQuery = (storeId: string) =>
  pagesQuery(['settlements', 'requests', storeId], (cursor, signal) =>
    answer(
      api.GET('/pos/settlements/requests', {
        params: { query: { storeId, limit: 50, ...(cursor !== undefined && { cursor }) } },
        signal,
      }),
    ),
  )
