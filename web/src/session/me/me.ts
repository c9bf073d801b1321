import { type NavigationGroup, ProblemError, type Profile } from '@mostrador/client'
import { type QueryClient, queryOptions, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { createContext, use } from 'react'
import { answer, api } from '../../api/client.ts'
import { forgetKept, orKept } from '../../api/kept-answers.ts'
import { clearNotices } from '../../ui/parts/clear-notices.ts'
import { unlockScreen } from '../lock/lock.ts'
import { forgetCode } from './kept-code.ts'

/** Somebody else has signed in in another tab: everything cached belongs to the person before. */
export class OtherPerson extends Error {}

const queryKey = ['me']

/**
 * The signed-in person with their abilities; `null` without a session. A person who is known stays so when their session has
 * ended, or is another's: those are errors, which `createQueryClient` heeds.
 */
export const meQuery = queryOptions({
  queryKey,
  queryFn: async ({ client, signal }): Promise<Profile | null> => {
    const known = () => client.getQueryData<Profile | null>(queryKey) ?? null
    try {
      const me = await orKept('me', () => answer(api.GET('/auth/me', { signal })))
      if ((known() ?? me).account.id !== me.account.id) throw new OtherPerson()
      return me
    } catch (error) {
      if (known() !== null || !(error instanceof ProblemError && error.status === 401)) throw error
      forgetKept()
      return null
    }
  },
  staleTime: 30_000,
})

/** The signed-in person. It stays the same until the session's pages unmount. */
export const MeContext = createContext<Profile | null>(null)

/** For components inside signed-in pages only. */
export function useMe(): Profile {
  const me = use(MeContext)
  if (me === null) throw new Error('nobody is signed in')
  return me
}

export function navigationItem(me: Profile, key: string): NavigationGroup['items'][number] | undefined {
  return me.navigation.flatMap(({ items }) => items).find((item) => item.key === key)
}

/** Switches to a session that has just begun: everything cached belonged to nobody or to someone else. */
export function useSessionChange() {
  const queryClient = useQueryClient()
  const router = useRouter()
  return async (to: string) => {
    queryClient.clear()
    forgetKept()
    // Some may have come since the last person left.
    clearNotices()
    await queryClient.ensureQueryData(meQuery)
    unlockScreen()
    router.history.push(to)
  }
}

/** The device is not part of the session: the entrance may be reading it when a late answer ends the session. */
const outlivesSession = ['me', 'device']

/** Ends the session in this client; pages that need one redirect to the entrance. */
export function forget(queryClient: QueryClient): void {
  forgetKept()
  forgetCode()
  clearNotices()
  // A late answer would make the person known again. Cancelling restores the person, so it comes first.
  void queryClient.cancelQueries({ queryKey })
  queryClient.setQueryData(meQuery.queryKey, null)
  queryClient.removeQueries({ predicate: ({ queryKey }) => !outlivesSession.includes(String(queryKey[0])) })
  unlockScreen()
}
