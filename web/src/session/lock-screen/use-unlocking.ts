import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { type Lock, unlockScreen } from '../lock/lock.ts'
import { forget, meQuery, OtherPerson, useSessionChange } from '../me/me.ts'

/** What follows a lock: the same person continues, anyone else starts fresh. */
export function useUnlocking(lock: Lock) {
  const queryClient = useQueryClient()
  const router = useRouter()
  const changeSession = useSessionChange()
  /** A new session is open; its account decides what is shown. */
  const reopen = async () => {
    // One that was asked before the lock is about the session that has ended.
    await queryClient.cancelQueries({ queryKey: meQuery.queryKey })
    try {
      await queryClient.fetchQuery({ ...meQuery, staleTime: 0 })
    } catch (error) {
      if (error instanceof OtherPerson) return changeSession('/caja')
      throw error
    }
    unlockScreen()
    await queryClient.invalidateQueries()
  }
  /**
   * Goes to the entrance. The screen stays locked if the session could not be ended, because the next person
   * would inherit it.
   */
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
