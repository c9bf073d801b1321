import { expect, test } from 'vitest'
import { ceilingOf, percentOf } from './scale.ts'

test.each([
  [0, 1],
  [7, 10],
  [10, 10],
  [11, 20],
  [2_100, 2_500],
  [48_000, 50_000],
])('an axis of values up to %i ends at %i', (value, end) => {
  expect(ceilingOf(value)).toBe(end)
})

test('a bar is never longer than its axis, and negative values have none', () => {
  expect([percentOf(5, 20), percentOf(30, 20), percentOf(-3, 20), percentOf(3, 0)]).toEqual([25, 100, 0, 0])
})
