import { useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { terminalsQuery } from './queries.ts'

const listeners = new Set<() => void>()
const keyOf = (storeId: string) => `mostrador.terminalId.${storeId}`

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function chooseTerminal(storeId: string, terminalId: string | null): void {
  if (terminalId === null) localStorage.removeItem(keyOf(storeId))
  else localStorage.setItem(keyOf(storeId), terminalId)
  for (const listener of listeners) listener()
}

/** The terminal that this device is, in a store; `null` while nobody has said so, or when it is gone. */
export function useTerminalChoice(storeId: string) {
  const chosen = useSyncExternalStore(subscribe, () => localStorage.getItem(keyOf(storeId)))
  const { data: terminals = [] } = useQuery(terminalsQuery(storeId))
  return { terminals, terminal: terminals.find((terminal) => terminal.id === chosen) ?? null }
}
