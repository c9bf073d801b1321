import { expect, test } from 'vitest'
import { isNoNumber, numberOf } from './number-of.ts'

const screens = Object.entries(
  import.meta.glob<string>('../../**/*.tsx', { query: '?raw', import: 'default', eager: true }),
).filter(([, source]) => source.includes('<NumberInput'))

test('a number that could be written shorter is read as that number', () => {
  expect(['0.500', '2.50', '1.0', '05', '5.'].map(numberOf)).toEqual([0.5, 2.5, 1, 5, 5])
  expect([2.5, 0, -3].map(numberOf)).toEqual([2.5, 0, -3])
})

test('a field without a number has none, and only an empty one is empty', () => {
  expect(['', '-', '.'].map(numberOf)).toEqual([null, null, null])
  expect(['', '-', '.', '0.', 0].map(isNoNumber)).toEqual([false, true, true, false, false])
})

test('no screen takes what a number field holds for empty because it is a text', () => {
  expect(screens.length).toBeGreaterThan(9)
  expect(
    screens.filter(([, source]) => /typeof \w+ [!=]== 'number'/.test(source)).map(([file]) => file),
  ).toEqual([])
})
