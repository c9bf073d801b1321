import type { Deposit } from '@mostrador/client'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { answer, api } from '../../../api/client.ts'
import { pagesQuery } from '../../../api/lists.ts'

/** How often these deposits are read again, in milliseconds; false when none waits to be found. */
export const pollMs = (deposits: readonly Pick<Deposit, 'status'>[]) =>
  deposits.some(({ status }) => status === 'REPORTED') ? 30_000 : false

/** Reported transfers, newest first. They are polled while one of them waits to be found. */
export const depositsQuery = (storeId: string) =>
  infiniteQueryOptions({
    ...pagesQuery(['deposits', storeId], (cursor, signal) =>
      answer(
        api.GET('/pos/deposits', {
          params: { query: { storeId, limit: 50, ...(cursor !== undefined && { cursor }) } },
          signal,
        }),
      ),
    ),
    refetchInterval: ({ state }) => pollMs(state.data?.pages.flatMap(({ items }) => items) ?? []),
  })
