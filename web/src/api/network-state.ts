import { useSyncExternalStore } from 'react'

/** What the last attempt to reach the server came to; the browser's own word only adds bad news. */
let isReached = true
const listeners = new Set<() => void>()

export function noteReached(reached: boolean): void {
  if (reached === isReached) return
  isReached = reached
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}

/** Whether the server can be reached, as far as anybody knows. */
export function useIsOnline(): boolean {
  return useSyncExternalStore(subscribe, () => isReached && navigator.onLine)
}
