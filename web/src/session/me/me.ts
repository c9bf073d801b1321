import { type NavigationGroup, ProblemError, type Profile } from '@mostrador/client'
import { type QueryClient, queryOptions, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { createContext, use } from 'react'
import { answer, api } from '../../api/client.ts'
import { forgetKept, orKept } from '../../api/kept-answers.ts'
import { unlockScreen } from '../lock/lock.ts'
import { forgetCode } from './kept-code.ts'

/** Who is signed in and what they may do, as the server says it; `null`: nobody. */
export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: async ({ signal }): Promise<Profile | null> => {
    try {
      return await orKept('me', () => answer(api.GET('/auth/me', { signal })))
    } catch (error) {
      if (!(error instanceof ProblemError && error.status === 401)) throw error
      forgetKept()
      return null
    }
  },
  staleTime: 30_000,
})

/** The person whose pages these are; it stays the same until the pages go away with the session. */
export const MeContext = createContext<Profile | null>(null)

/** Inside pages of signed-in people only. */
export function useMe(): Profile {
  const me = use(MeContext)
  if (me === null) throw new Error('nobody is signed in')
  return me
}

export function navigationItem(me: Profile, key: string): NavigationGroup['items'][number] | undefined {
  return me.navigation.flatMap(({ items }) => items).find((item) => item.key === key)
}

/** Takes over a session that has just begun: whatever was known belonged to nobody or to somebody else. */
export function useSessionChange() {
  const queryClient = useQueryClient()
  const router = useRouter()
  return async (to: string) => {
    queryClient.clear()
    forgetKept()
    await queryClient.ensureQueryData(meQuery)
    unlockScreen()
    router.history.push(to)
  }
}

export function useSignOut() {
  const queryClient = useQueryClient()
  const router = useRouter()
  return async () => {
    await api.DELETE('/auth/sessions/current').catch(() => undefined)
    forget(queryClient)
    router.history.push('/entrar')
  }
}

/** The session is over: pages that need one send to the entrance. */
export function forget(queryClient: QueryClient): void {
  forgetKept()
  forgetCode()
  queryClient.setQueryData(meQuery.queryKey, null)
  queryClient.removeQueries({ predicate: (query) => query.queryKey[0] !== 'me' })
  unlockScreen()
}
