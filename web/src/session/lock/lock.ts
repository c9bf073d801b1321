import { ProblemError } from '@mostrador/client'
import { useSyncExternalStore } from 'react'
import { api } from '../../api/client.ts'
import { forgetKept } from '../../api/kept-answers.ts'

/**
 * A screen that is locked. Nothing of it is drawn, and its session has ended on the server, so that there is nothing
 * to be had behind it; carts and orders wait in memory and in the device's journals for whoever opens a new one.
 */
export class Lock {
  #ending: Promise<void> | null = null

  /** Ends the session, once however often it is asked for. @throws NoAnswer · ProblemError when it could not be ended */
  endSession(): Promise<void> {
    this.#ending ??= endOnServer().catch((error: unknown) => {
      this.#ending = null
      throw error
    })
    return this.#ending
  }
}

async function endOnServer(): Promise<void> {
  const { response } = await api.DELETE('/auth/sessions/current')
  // One that has ended already needs nothing more.
  if (!response.ok && response.status !== 401) throw new ProblemError(response.status, {})
}

let current: Lock | null = null
/** What must not be interrupted now, such as a payment. */
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

/** Locks the screen, unless something on it must not be interrupted. Answers whether it is locked now. */
export function lockScreen(): boolean {
  if (current === null && !isLockHeld()) {
    current = new Lock()
    // A page that is loaded anew without a network opens at the entrance, and not behind the lock.
    forgetKept()
    // Where nobody answers, the locked screen asks again.
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

/** Keeps the screen from being locked until the answer is called. */
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
