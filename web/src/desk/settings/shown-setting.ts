import type { Setting } from '@mostrador/client'

export type SettingValue = boolean | number | string
export type SettingUnit = NonNullable<Setting['unit']>

/** What a platform setting and a merchant setting have in common. */
export interface ShownSetting {
  readonly key: string
  readonly unit: SettingUnit | null
  /** What a text has to be, unless it is empty. */
  readonly format: Setting['format']
  readonly minimum: number | null
  readonly maximum: number | null
  readonly meaning: string
  readonly value: SettingValue
}

/**
 * What a setting shows while a new value is being saved: a switch its new position. A field keeps what was typed, also when
 * the change is cancelled or its answer is lost, because only another stored value fills it again.
 */
export const whileChanging = <S extends ShownSetting>(setting: S, next: SettingValue | undefined): S =>
  typeof next === 'boolean' ? { ...setting, value: next } : setting
