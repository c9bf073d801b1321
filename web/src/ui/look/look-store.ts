import { useSyncExternalStore } from 'react'
import type { Look } from './look.ts'

let look: Look | null = null
const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** From now on all screens look like this; `null`: as the house does. */
export function showLook(next: Look | null): void {
  look = next
  for (const listener of listeners) listener()
}

/** The look of the merchant in whose store one works; `null` without any. */
export function useLook(): Look | null {
  return useSyncExternalStore(subscribe, () => look)
}
