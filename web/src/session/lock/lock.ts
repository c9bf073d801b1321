import { ProblemError } from '@mostrador/client'
import { useSyncExternalStore } from 'react'
import { api } from '../../api/client.ts'
import { forgetKept } from '../../api/kept-answers.ts'
import { clearNotices } from '../../ui/parts/clear-notices.ts'

/**
 * A locked screen. Nothing of it is rendered and its session has ended on the server. Carts and orders wait
 * in memory and in the device's journals for the next session.
 */
export class Lock {
  #ending: Promise<void> | null = null

  /**
   * Ends the session; repeated calls share one request.
   * @throws NoAnswer · ProblemError when it could not be ended
   */
  endSession(): Promise<void> {
    this.#ending ??= endSession().catch((error: unknown) => {
      this.#ending = null
      throw error
    })
    return this.#ending
  }
}

/**
 * Ends the session on the server. Its cookie cannot be removed by the page, so until this succeeds whoever uses the
 * device next is signed in as the person who left.
 *
 * @throws NoAnswer · ProblemError when it could not be ended
 */
export async function endSession(): Promise<void> {
  const { response } = await api.DELETE('/auth/sessions/current')
  // 401 means that it has already ended.
  if (!response.ok && response.status !== 401) throw new ProblemError(response.status, {})
}

let current: Lock | null = null
/** Work that must not be interrupted, such as a payment. */
const holds = new Set<symbol>()
const listeners = new Set<() => void>()

const tell = () => {
  for (const listener of listeners) listener()
}
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const isLocked = () => current !== null
export const isLockHeld = () => holds.size > 0

/** Locks the screen unless work must not be interrupted. @returns whether it is locked */
export function lockScreen(): boolean {
  if (current === null && !isLockHeld()) {
    current = new Lock()
    // A page reloaded without a network opens at the entrance, not behind the lock.
    forgetKept()
    clearNotices()
    // If this fails, the locked screen tries again.
    current.endSession().catch(() => undefined)
    tell()
  }
  return current !== null
}

export function unlockScreen(): void {
  if (current === null) return
  current = null
  tell()
}

/** Prevents locking until the returned function is called. */
export function holdLock(): () => void {
  const hold = Symbol('hold')
  holds.add(hold)
  tell()
  return () => {
    holds.delete(hold)
    tell()
  }
}

export const useLock = (): Lock | null => useSyncExternalStore(subscribe, () => current)
export const useIsLockHeld = (): boolean => useSyncExternalStore(subscribe, isLockHeld)
