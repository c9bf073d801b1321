import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { type Lock, unlockScreen } from '../lock/lock.ts'
import { forget, meQuery, useMe, useSessionChange } from '../me/me.ts'

/** What follows a lock: the same person goes on where they were, and anybody else begins anew. */
export function useUnlocking(lock: Lock) {
  const queryClient = useQueryClient()
  const router = useRouter()
  const changeSession = useSessionChange()
  const { account } = useMe()
  /** A new session has been opened: by whom decides what is shown. */
  const reopen = async () => {
    const now = await queryClient.fetchQuery({ ...meQuery, staleTime: 0 })
    if (now?.account.id !== account.id) return changeSession('/caja')
    unlockScreen()
    await queryClient.invalidateQueries()
  }
  /** To the entrance. The screen stays locked where the session could not be ended: it would be the next one's. */
  const handOver = async () => {
    try {
      await lock.endSession()
    } catch {
      return
    }
    forget(queryClient)
    router.history.push('/entrar?regreso=%2Fcaja')
  }
  return { reopen, handOver }
}
