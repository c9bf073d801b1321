import { useSyncExternalStore } from 'react'
import type { Look } from './look.ts'

let look: Look | null = null
const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Applies a look to all screens; `null` restores the default. */
export function showLook(next: Look | null): void {
  look = next
  for (const listener of listeners) listener()
}

/** The current merchant's look; `null` for the default. */
export function useLook(): Look | null {
  return useSyncExternalStore(subscribe, () => look)
}
