import type { ProfileStore } from '@mostrador/client'
import { useSyncExternalStore } from 'react'
import { useMe } from './me.ts'

const choiceKey = 'mostrador.storeId'
const listeners = new Set<() => void>()
/** This tab's store; `undefined` until it is first read. `sessionStorage` keeps it across reloads. */
let chosen: string | null | undefined

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function chooseStore(storeId: string): void {
  keepInTab(storeId)
  localStorage.setItem(choiceKey, storeId)
  for (const listener of listeners) listener()
}

/** The store chosen in this tab. A new tab starts with the store that was last chosen on this device. */
export function chosenStoreId(): string | null {
  if (chosen === undefined)
    keepInTab(sessionStorage.getItem(choiceKey) ?? localStorage.getItem(choiceKey) ?? '')
  return chosen ?? null
}

/** @param storeId empty: none was chosen */
function keepInTab(storeId: string): void {
  chosen = storeId === '' ? null : storeId
  sessionStorage.setItem(choiceKey, storeId)
}

/** The selected store: the chosen one, else the first; `null` when there is none. */
export function useStoreChoice(): ProfileStore | null {
  const { stores } = useMe()
  const storeId = useSyncExternalStore(subscribe, chosenStoreId, chosenStoreId)
  return stores.find((store) => store.storeId === storeId) ?? stores[0] ?? null
}
