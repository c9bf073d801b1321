import { useSyncExternalStore } from 'react'

/** How many sales of whoever is signed in wait on this device for a network; the till says so. */
let unsentCount = 0
const listeners = new Set<() => void>()

export function noteUnsent(count: number): void {
  if (count === unsentCount) return
  unsentCount = count
  for (const listener of listeners) listener()
}

/** For whoever is about to leave, or to close the drawer. */
export function useUnsentCount(): number {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => unsentCount,
  )
}
