import { ProblemError } from '@mostrador/client'
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { isLocked } from '../lock/lock.ts'
import { forget } from './me.ts'

/**
 * The client for everything that screens ask.
 *
 * @param onEnded called when the session has ended: pages that need one must go to the entrance
 */
export function createQueryClient(onEnded: () => void): QueryClient {
  /** A session can end with any answer; the page then asks to sign in again. */
  const onError = (error: unknown) => {
    if (!(error instanceof ProblemError) || error.code !== 'unauthenticated') return
    // Behind the lock the session has ended on purpose, and unlocking opens a new one.
    if (isLocked()) return
    forget(queryClient)
    onEnded()
  }
  const queryClient = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        staleTime: 10_000,
        retry: (count, error) => count < 2 && !(error instanceof ProblemError && error.status < 500),
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  })
  return queryClient
}
