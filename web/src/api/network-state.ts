import { useSyncExternalStore } from 'react'

/** The result of the last request. `navigator.onLine` can only overrule it with `false`. */
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

/** Whether the server is reachable, as far as this client knows. */
export function useIsOnline(): boolean {
  return useSyncExternalStore(subscribe, isOnline)
}

const askEveryMs = 4000

/** Polls the server while it is unreachable. @returns a function that stops it */
export function watchNetwork(): () => void {
  const ask = async () => {
    if (isReached || !navigator.onLine) return
    try {
      noteReached((await fetch('/healthz', { cache: 'no-store' })).ok)
    } catch {
      // Still unreachable.
    }
  }
  const timer = setInterval(() => void ask(), askEveryMs)
  window.addEventListener('online', ask)
  return () => {
    clearInterval(timer)
    window.removeEventListener('online', ask)
  }
}

/** Whether the server is reachable, for code outside React. */
export const isOnline = () => isReached && navigator.onLine

/** Subscribes to changes of `isOnline`. */
export const onNetworkChange = subscribe
