import { useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { useMe } from '../../session/me/me.ts'
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

/** The terminal that this device is in a store; `null` when none was chosen, or it is gone. */
export function useTerminalChoice(storeId: string) {
  // A session opened with code and PIN works at its own terminal only.
  const { terminalId } = useMe()
  const kept = useSyncExternalStore(subscribe, () => localStorage.getItem(keyOf(storeId)))
  const chosen = terminalId ?? kept
  const { data: terminals = [] } = useQuery(terminalsQuery(storeId))
  return { terminals, terminal: terminals.find((terminal) => terminal.id === chosen) ?? null }
}
