import { useSyncExternalStore } from 'react'

const key = 'mostrador.muted'
const listeners = new Set<() => void>()

/** Whether this device is silent. */
export const isMuted = (): boolean => localStorage.getItem(key) === 'true'

export function mute(muted: boolean): void {
  localStorage.setItem(key, String(muted))
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useIsMuted = (): boolean => useSyncExternalStore(subscribe, isMuted)
