import type { Setting } from '@mostrador/client'

export type SettingValue = boolean | number
export type SettingUnit = NonNullable<Setting['unit']>

/** What is shown of a setting, be it the platform's or a merchant's. */
export interface ShownSetting {
  readonly key: string
  readonly unit: SettingUnit | null
  readonly minimum: number | null
  readonly maximum: number | null
  readonly meaning: string
  readonly value: SettingValue
}
