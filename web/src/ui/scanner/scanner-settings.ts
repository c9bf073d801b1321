import { useSyncExternalStore } from 'react'
import { defaultSettings, type RecogniserSettings } from './recogniser.ts'

/** This device's scanner settings, and whether the till makes sounds. */
export interface ScannerSettings extends RecogniserSettings {
  readonly isMuted: boolean
}

export const endings = ['auto', 'Enter', 'Tab', 'none'] as const
export const paces = ['auto', 'fast'] as const
export const longestPrefix = 8

const key = 'mostrador.scanner'
const usual: ScannerSettings = { ...defaultSettings, isMuted: false }
const listeners = new Set<() => void>()
let current: ScannerSettings | null = null

/** The stored settings; unreadable ones fall back to the defaults. */
function kept(): ScannerSettings {
  let stored: Partial<Record<keyof ScannerSettings, unknown>> = {}
  try {
    stored = Object(JSON.parse(localStorage.getItem(key) ?? '{}'))
  } catch {
    // Not our format, or damaged.
  }
  return {
    prefix: typeof stored.prefix === 'string' ? stored.prefix.slice(0, longestPrefix) : usual.prefix,
    ending: endings.find((each) => each === stored.ending) ?? usual.ending,
    pace: paces.find((each) => each === stored.pace) ?? usual.pace,
    isMuted: stored.isMuted === true,
  }
}

export function scannerSettings(): ScannerSettings {
  current ??= kept()
  return current
}

export function changeScannerSettings(changes: Partial<ScannerSettings>): void {
  current = { ...scannerSettings(), ...changes }
  localStorage.setItem(key, JSON.stringify(current))
  for (const listener of listeners) listener()
}

/** Subscribes to changes. @returns a function that unsubscribes */
export function onScannerSettings(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useScannerSettings = (): ScannerSettings =>
  useSyncExternalStore(onScannerSettings, scannerSettings)
