import { expect, test } from 'vitest'
import { type ShownSetting, whileChanging } from './shown-setting.ts'

const setting = (value: ShownSetting['value']): ShownSetting => ({
  ...{ key: 'k', unit: null, format: null, minimum: null, maximum: null, meaning: '' },
  value,
})

test('a field is not filled anew while its value is being saved, so that nothing typed is lost', () => {
  const stored = setting('012180001234567895')
  expect(whileChanging(stored, '646180110400000007')).toBe(stored)
  expect(whileChanging(setting(5), 7)).toEqual(setting(5))
})

test('a switch shows its new position while it is being saved', () => {
  expect(whileChanging(setting(false), true)).toEqual(setting(true))
  expect(whileChanging(setting(false), undefined)).toEqual(setting(false))
})
