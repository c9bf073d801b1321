import { expect, test } from 'vitest'
import { formatQuantity } from '../../../ui/format/quantity.ts'
import { parseQuantity } from './quantity.ts'

test.each([
  ['1', 1],
  ['0.75', 0.75],
  ['1,5', 1.5],
  ['.5', null],
  ['0', null],
  ['1.2345', null],
  ['-1', null],
  ['abc', null],
  ['', null],
])('%j typed is %j', (typed, quantity) => {
  expect(parseQuantity(typed)).toBe(quantity)
})

test.each([
  ['2', 2],
  ['1.5', null],
  ['0.001', null],
])('%j pieces typed are %j', (typed, quantity) => {
  expect(parseQuantity(typed, 'PIECE')).toBe(quantity)
})

test('a quantity is shown without trailing zeros', () => {
  expect([1, 0.75, 1.125, 0.1 + 0.2].map(formatQuantity)).toEqual(['1', '0.75', '1.125', '0.3'])
})
