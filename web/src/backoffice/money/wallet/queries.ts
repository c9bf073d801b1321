import { queryOptions } from '@tanstack/react-query'
import { answer, api } from '../../../api/client.ts'
import { pagesQuery } from '../../../api/lists.ts'

/** The movements of the balance, newest first. */
export const entriesQuery = (storeId: string) =>
  pagesQuery(['wallet', 'entries', storeId], (cursor, signal) =>
    answer(
      api.GET('/pos/wallet/entries', {
        params: { query: { storeId, limit: 100, ...(cursor !== undefined && { cursor }) } },
        signal,
      }),
    ),
  )

/** The balance. When it has changed, its movements are read again too. */
export const balanceQuery = (storeId: string) => {
  const options = queryOptions({
    queryKey: ['wallet', 'balance', storeId],
    queryFn: async ({ signal, client }) => {
      const now = await answer(api.GET('/pos/wallet', { params: { query: { storeId } }, signal }))
      const before = client.getQueryData(options.queryKey)
      const isSame =
        before?.availableCentavos === now.availableCentavos && before.heldCentavos === now.heldCentavos
      if (before !== undefined && !isSame)
        void client.invalidateQueries({ queryKey: entriesQuery(storeId).queryKey })
      return now
    },
  })
  return options
}
