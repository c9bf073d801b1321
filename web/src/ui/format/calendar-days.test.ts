import { expect, test } from 'vitest'
import { daysAgo, daysBetween, monthEnd, monthStart } from './calendar-days.ts'

test.each([
  [0, '2026-03-01'],
  [1, '2026-02-28'],
  [60, '2025-12-31'],
])('%i days before the first of March are %s', (days, day) => {
  expect(daysAgo(days, new Date(2026, 2, 1, 23, 59))).toBe(day)
})

test('a month goes from its first day to its last', () => {
  const inMarch = new Date(2026, 2, 31)
  expect([monthStart(0, inMarch), monthEnd(0, inMarch)]).toEqual(['2026-03-01', '2026-03-31'])
  expect([monthStart(1, inMarch), monthEnd(1, inMarch)]).toEqual(['2026-02-01', '2026-02-28'])
})

test('a period contains each of its days, across the end of a month', () => {
  expect(daysBetween('2026-02-27', '2026-03-02')).toEqual([
    '2026-02-27',
    '2026-02-28',
    '2026-03-01',
    '2026-03-02',
  ])
  expect(daysBetween('2026-03-02', '2026-03-01')).toEqual([])
})
