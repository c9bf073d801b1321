import { expect, test } from 'vitest'
import { isMeasured, parseQuantity, typedQuantity } from './typed-quantity.ts'

test.each([
  ['0', 0],
  ['1', 1],
  ['0.750', 0.75],
  ['2.', 2],
  ['1,5', 1.5],
  [' 123456,125 ', 123_456.125],
  ['1,250', null],
  ['0,250', 0.25],
  ['1,25', 1.25],
  ['1,250.5', 1_250.5],
  ['.5', null],
  ['1.2345', null],
  ['1234567', null],
  ['-1', null],
  ['1 pza', null],
  ['', null],
])('%j kilograms typed are %j', (typed, quantity) => {
  expect(parseQuantity(typed, 'KILOGRAM')).toBe(quantity)
})

test.each([
  ['12', 12],
  ['12.0', 12],
  ['12,000', 12_000],
  ['1,200', 1_200],
  ['1,200.5', null],
  ['12.50', null],
  ['1,5', null],
])('%j pieces typed are %j, and never ten times as many', (typed, quantity) => {
  expect(parseQuantity(typed, 'PIECE')).toBe(quantity)
})

test('what is typed for a quantity is read back', () => {
  expect([2, 0.75, 1_200, 0.1 + 0.2, 0].map(typedQuantity)).toEqual(['2', '0.75', '1200', '0.3', '0'])
})

test('all but pieces are measured', () => {
  expect((['PIECE', 'KILOGRAM', 'LITER', 'METER'] as const).map(isMeasured)).toEqual([
    false,
    true,
    true,
    true,
  ])
})
