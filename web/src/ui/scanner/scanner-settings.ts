import { useSyncExternalStore } from 'react'
import { defaultSettings, type RecogniserSettings } from './recogniser.ts'

export const endings = ['auto', 'Enter', 'Tab', 'none'] as const
export const paces = ['auto', 'fast'] as const
export const longestPrefix = 8

const key = 'mostrador.scanner'
const listeners = new Set<() => void>()
let current: RecogniserSettings | null = null

/** This device's settings; unreadable ones fall back to the defaults. */
function kept(): RecogniserSettings {
  let stored: Partial<Record<keyof RecogniserSettings, unknown>> = {}
  try {
    stored = Object(JSON.parse(localStorage.getItem(key) ?? '{}'))
  } catch {
    // Not our format, or damaged.
  }
  return {
    prefix:
      typeof stored.prefix === 'string' ? stored.prefix.slice(0, longestPrefix) : defaultSettings.prefix,
    ending: endings.find((each) => each === stored.ending) ?? defaultSettings.ending,
    pace: paces.find((each) => each === stored.pace) ?? defaultSettings.pace,
  }
}

export function scannerSettings(): RecogniserSettings {
  current ??= kept()
  return current
}

export function changeScannerSettings(changes: Partial<RecogniserSettings>): void {
  current = { ...scannerSettings(), ...changes }
  localStorage.setItem(key, JSON.stringify(current))
  for (const listener of listeners) listener()
}

/** Subscribes to changes. @returns a function that unsubscribes */
export function onScannerSettings(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useScannerSettings = (): RecogniserSettings =>
  useSyncExternalStore(onScannerSettings, scannerSettings)
