import { expect, test } from 'vitest'
import { groupByFour } from './groups.ts'

test.each([
  ['', ''],
  ['1234', '1234'],
  ['12345', '1234 5'],
  ['123456789012', '1234 5678 9012'],
])('%j stands in groups of four', (text, grouped) => {
  expect(groupByFour(text)).toBe(grouped)
})
