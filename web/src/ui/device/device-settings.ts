import { useSyncExternalStore } from 'react'

/** Settings of this device, shared by everybody who works on it. Another tab reads a change when it is loaded next. */
export interface DeviceSettings<T extends object> {
  read(): T
  change(changes: Partial<T>): void
  /** Subscribes to changes. @returns a function that unsubscribes */
  subscribe(listener: () => void): () => void
  /** The current settings, for a component. */
  useSettings(): T
}

/** What is stored under a key, not checked yet. */
export type Stored<T> = Partial<Record<keyof T, unknown>>

/**
 * Settings stored in the browser.
 *
 * @param known makes settings of what is stored: whatever is missing or unknown takes its default
 */
export function deviceSettings<T extends object>(
  key: string,
  known: (stored: Stored<T>) => T,
): DeviceSettings<T> {
  const listeners = new Set<() => void>()
  let current: T | null = null
  const read = () => {
    current ??= known(storedAt<T>(key))
    return current
  }
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  return {
    read,
    subscribe,
    useSettings: () => useSyncExternalStore(subscribe, read),
    change(changes) {
      current = { ...read(), ...changes }
      localStorage.setItem(key, JSON.stringify(current))
      for (const listener of listeners) listener()
    },
  }
}

function storedAt<T>(key: string): Stored<T> {
  try {
    return Object(JSON.parse(localStorage.getItem(key) ?? '{}'))
  } catch {
    // Not our format, or damaged.
    return {}
  }
}
