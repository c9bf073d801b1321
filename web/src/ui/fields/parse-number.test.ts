import { expect, test } from 'vitest'
import { parseNumber } from './parse-number.ts'

const screens = Object.entries(
  import.meta.glob<string>('../../**/*.tsx', { query: '?raw', import: 'default', eager: true }),
).filter(([, source]) => source.includes('<NumberInput'))

test('a number that could be written shorter is read as that number', () => {
  expect(['0.500', '2.50', '1.0', '05', '5.'].map(parseNumber)).toEqual([0.5, 2.5, 1, 5, 5])
  expect([2.5, 0, -3].map(parseNumber)).toEqual([2.5, 0, -3])
})

test('a field without a number has none', () => {
  expect(['', '-', '.'].map(parseNumber)).toEqual([null, null, null])
})

// A point typed into a number field without decimals is left out: 1.5 becomes 15.
test('quantities are typed in fields of their own', () => {
  const goods = screens.filter(([, source]) => /<NumberInput[^>]*(?:quantity|stock)/i.test(source))
  expect(goods.map(([file]) => file)).toEqual([])
})

test('no screen takes what a number field holds for empty because it is a text', () => {
  expect(screens.length).toBeGreaterThan(3)
  expect(
    screens.filter(([, source]) => /typeof \w+ [!=]== 'number'/.test(source)).map(([file]) => file),
  ).toEqual([])
})
