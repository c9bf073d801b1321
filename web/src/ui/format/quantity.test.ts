import { expect, test } from 'vitest'
import { formatQuantity } from './quantity.ts'

test('a quantity is shown without trailing zeros, and with thousands', () => {
  expect([1, 0.75, 1.125, 0.1 + 0.2, 1_200].map(formatQuantity)).toEqual([
    '1',
    '0.75',
    '1.125',
    '0.3',
    '1,200',
  ])
})
