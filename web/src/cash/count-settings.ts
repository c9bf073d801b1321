import { deviceSettings } from '../ui/device/device-settings.ts'

interface CountSettings {
  /** The drawer is counted as one total, instead of by notes and coins. */
  readonly isByTotal: boolean
}

export const { change: changeCountSettings, useSettings: useCountSettings } = deviceSettings<CountSettings>(
  'mostrador.count',
  (stored) => ({ isByTotal: stored.isByTotal === true }),
)
