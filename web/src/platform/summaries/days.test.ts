import { expect, test } from 'vitest'
import { daysAgo } from './days.ts'

test.each([
  [0, '2026-03-01'],
  [1, '2026-02-28'],
  [60, '2025-12-31'],
])('%i days before the first of March are %s', (days, day) => {
  expect(daysAgo(days, new Date(2026, 2, 1, 23, 59))).toBe(day)
})
