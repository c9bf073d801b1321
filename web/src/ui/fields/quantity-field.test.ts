import { expect, test } from 'vitest'
import { parseValue } from './quantity-field.tsx'

test.each([
  ['12.50', 'PIECE', Number.NaN],
  ['1,5', 'PIECE', Number.NaN],
  ['12.0', 'PIECE', 12],
  ['0,5', 'KILOGRAM', 0.5],
  ['2.50', 'KILOGRAM', 2.5],
  ['-', 'KILOGRAM', Number.NaN],
  ['.', 'KILOGRAM', Number.NaN],
  ['-3', 'PIECE', Number.NaN],
  ['', 'PIECE', ''],
  [' ', 'PIECE', ''],
] as const)('%j typed for goods by %s is held as %j', (typed, unit, held) => {
  expect(parseValue(typed, unit, false)).toBe(held)
})

test('a minus is read where less is possible', () => {
  expect(['-3', '−0.5', '3', '-', '--3'].map((typed) => parseValue(typed, 'KILOGRAM', true))).toEqual([
    -3,
    -0.5,
    3,
    Number.NaN,
    Number.NaN,
  ])
})
