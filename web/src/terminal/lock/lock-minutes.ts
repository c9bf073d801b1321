import { useSyncExternalStore } from 'react'

/** Idle minutes before this device locks. There is no "never", because tills stand where people pass. */
export const lockChoices = [1, 3, 5, 10, 15] as const
export type LockMinutes = (typeof lockChoices)[number]

const key = 'mostrador.lockMinutes'
const usual: LockMinutes = 5
const listeners = new Set<() => void>()

function kept(): LockMinutes {
  const stored = Number(localStorage.getItem(key))
  return lockChoices.find((each) => each === stored) ?? usual
}

export function chooseLockMinutes(minutes: LockMinutes): void {
  localStorage.setItem(key, String(minutes))
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useLockMinutes = (): LockMinutes => useSyncExternalStore(subscribe, kept)
