import { isProblem, ProblemError } from '@mostrador/client'
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { isLocked } from '../lock/lock.ts'
import { forget, meQuery, OtherPerson } from './me.ts'

/** Behind the lock the session has ended on purpose, and unlocking opens a new one. */
const isEnd = (error: unknown) => isProblem(error, 'unauthenticated') && !isLocked()

/**
 * Asks who is signed in after an answer that there is no session. It may be a late one, of a session before this: only the
 * answer to that question ends the session in this client. It cannot be late, because whatever changes the session cancels it.
 */
export function doubtSession(error: unknown, queryClient: QueryClient): void {
  if (isEnd(error)) void queryClient.prefetchQuery({ ...meQuery, staleTime: 0 })
}

/**
 * The client for everything that screens ask.
 *
 * @param onEnded called when the session has ended: pages that need one must go to the entrance
 */
export function createQueryClient(onEnded: () => void): QueryClient {
  const queryClient = new QueryClient({
    queryCache: new QueryCache({
      onError: (error, { queryKey: [name] }) => {
        if (name !== meQuery.queryKey[0]) return doubtSession(error, queryClient)
        // Behind the lock, unlocking finds out who it is.
        const isOther = error instanceof OtherPerson && !isLocked()
        if (!isOther && !isEnd(error)) return
        forget(queryClient)
        // Loaded anew, the page holds nothing of the person before.
        if (isOther) location.replace('/')
        else onEnded()
      },
    }),
    mutationCache: new MutationCache({ onError: (error) => doubtSession(error, queryClient) }),
    defaultOptions: {
      queries: {
        staleTime: 10_000,
        retry: (count, error) =>
          count < 2 &&
          !(error instanceof OtherPerson) &&
          !(error instanceof ProblemError && error.status < 500),
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  })
  return queryClient
}
