import { useSyncExternalStore } from 'react'

const key = 'mostrador.donePapers'
const keptCount = 200
/** What this page did while the device had no room to remember it. */
const doneHere = new Set<string>()
const listeners = new Set<() => void>()

/**
 * Whether this is the first call with this name on this device. So a reload neither prints a ticket again nor opens the
 * drawer again.
 */
export function isFirstTime(name: string): boolean {
  if (isDone(name)) return false
  try {
    localStorage.setItem(key, JSON.stringify([...doneBefore(), name].slice(-keptCount)))
  } catch {
    // Without room it must be done all the same: after a reload it may be done twice, which is better than never.
    doneHere.add(name)
  }
  for (const listener of listeners) listener()
  return true
}

/** It failed after all: the next call is the first one again. */
export function forgetDone(name: string): void {
  doneHere.delete(name)
  const others = doneBefore().filter((each) => each !== name)
  try {
    localStorage.setItem(key, JSON.stringify(others))
  } catch {
    // It was remembered by the page alone.
  }
  for (const listener of listeners) listener()
}

const isDone = (name: string): boolean => doneHere.has(name) || doneBefore().includes(name)

/** Whether this device has done what has this name. */
export function useIsDone(name: string): boolean {
  const isNamedDone = () => isDone(name)
  return useSyncExternalStore(listen, isNamedDone, isNamedDone)
}

function listen(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function doneBefore(): readonly string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '[]')
    return Array.isArray(stored) ? stored.filter((each) => typeof each === 'string') : []
  } catch {
    return []
  }
}
