import type { SecondFactorReset } from '@mostrador/client'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { answer, api } from '../../api/client.ts'

/** The resets of second factors that wait, the next one first; for administrators. */
export const factorResetsQuery = queryOptions({
  queryKey: ['secondFactorResets'],
  queryFn: async ({ signal }) => (await answer(api.GET('/platform/second-factor-resets', { signal }))).items,
  refetchInterval: 60_000,
})

/** The reset that waits for this person, for callers who may see it. */
export function useWaitingReset(accountId: string, isAdmin: boolean): SecondFactorReset | undefined {
  const { data } = useQuery({ ...factorResetsQuery, enabled: isAdmin })
  return data?.find(({ account }) => account.id === accountId)
}
