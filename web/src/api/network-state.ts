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
  return useSyncExternalStore(subscribe, isOnline)
}

const askEveryMs = 4000

/** Asks the server whether it is there, again and again while it is not; ends with what it answers. */
export function watchNetwork(): () => void {
  const ask = async () => {
    if (isReached || !navigator.onLine) return
    try {
      noteReached((await fetch('/healthz', { cache: 'no-store' })).ok)
    } catch {
      // Still gone.
    }
  }
  const timer = setInterval(() => void ask(), askEveryMs)
  window.addEventListener('online', ask)
  return () => {
    clearInterval(timer)
    window.removeEventListener('online', ask)
  }
}

/** Whether the server can be reached, for what is no screen. */
export const isOnline = () => isReached && navigator.onLine

/** Hears of every change of that. */
export const onNetworkChange = subscribe
