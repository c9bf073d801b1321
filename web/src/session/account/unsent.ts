import { useSyncExternalStore } from 'react'

/** The number of sales on this device that wait for a network. The till keeps it current. */
let unsentCount = 0
const listeners = new Set<() => void>()

export function noteUnsent(count: number): void {
  if (count === unsentCount) return
  unsentCount = count
  for (const listener of listeners) listener()
}

/** For warnings before signing out or closing the drawer. */
export function useUnsentCount(): number {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => unsentCount,
  )
}
