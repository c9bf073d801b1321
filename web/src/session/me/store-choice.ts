import type { ProfileStore } from '@mostrador/client'
import { useSyncExternalStore } from 'react'
import { useMe } from './me.ts'

const choiceKey = 'mostrador.storeId'
const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function chooseStore(storeId: string): void {
  localStorage.setItem(choiceKey, storeId)
  for (const listener of listeners) listener()
}

/** The selected store: the one chosen on this device, else the first; `null` when there is none. */
export function useStoreChoice(): ProfileStore | null {
  const { stores } = useMe()
  const chosen = useSyncExternalStore(subscribe, () => localStorage.getItem(choiceKey))
  return stores.find((store) => store.storeId === chosen) ?? stores[0] ?? null
}
