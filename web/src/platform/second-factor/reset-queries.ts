import type { SecondFactorReset } from '@mostrador/client'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { answer, api } from '../../api/client.ts'

/** Pending resets of second factors, the next one first; for administrators. */
export const factorResetsQuery = queryOptions({
  queryKey: ['secondFactorResets'],
  queryFn: async ({ signal }) => (await answer(api.GET('/platform/second-factor-resets', { signal }))).items,
  refetchInterval: 60_000,
})

/** The pending reset of this person; only administrators may read it. */
export function usePendingReset(accountId: string, isAdmin: boolean): SecondFactorReset | undefined {
  const { data } = useQuery({ ...factorResetsQuery, enabled: isAdmin })
  return data?.find(({ account }) => account.id === accountId)
}
