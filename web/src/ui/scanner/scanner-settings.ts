import { deviceSettings } from '../device/device-settings.ts'
import { defaultSettings, type RecogniserSettings } from './press.ts'

export const endings = ['auto', 'Enter', 'Tab', 'none'] as const
export const paces = ['auto', 'fast'] as const
export const longestPrefix = 8

export const {
  read: scannerSettings,
  change: changeScannerSettings,
  subscribe: onScannerSettings,
  useSettings: useScannerSettings,
} = deviceSettings<RecogniserSettings>('mostrador.scanner', (stored) => ({
  prefix: typeof stored.prefix === 'string' ? stored.prefix.slice(0, longestPrefix) : defaultSettings.prefix,
  ending: endings.find((each) => each === stored.ending) ?? defaultSettings.ending,
  pace: paces.find((each) => each === stored.pace) ?? defaultSettings.pace,
}))
