import { afterEach, expect, test } from 'vitest'
import { daysAgo, daysBetween, monthEnd, monthStart, startOfDay } from './calendar-days.ts'
import { showTimesIn } from './zone.ts'

afterEach(() => showTimesIn(undefined))

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

test.each([
  ['America/Tijuana', '2026-10-31', '2026-10-01'],
  ['America/Mexico_City', '2026-11-01', '2026-11-01'],
  ['America/Cancun', '2026-11-01', '2026-11-01'],
])('today is the day that has begun in %s', (zone, today, firstOfMonth) => {
  showTimesIn(zone)
  const at = new Date('2026-11-01T06:30Z')
  expect([daysAgo(0, at), monthStart(0, at)]).toEqual([today, firstOfMonth])
})

test.each([
  ['America/Tijuana', '2026-11-22', '2026-11-22T08:00:00.000Z'],
  ['America/Tijuana', '2026-07-01', '2026-07-01T07:00:00.000Z'],
  // The clocks change at two o'clock in the morning.
  ['America/Tijuana', '2026-03-08', '2026-03-08T08:00:00.000Z'],
  ['America/Tijuana', '2026-11-01', '2026-11-01T07:00:00.000Z'],
  ['America/Cancun', '2026-11-22', '2026-11-22T05:00:00.000Z'],
])('in %s the %s begins at %s', (zone, day, begins) => {
  showTimesIn(zone)
  expect(startOfDay(day).toISOString()).toBe(begins)
})

test('a period contains each day once in a zone whose clocks change', () => {
  showTimesIn('America/Tijuana')
  expect(daysBetween('2026-10-31', '2026-11-02')).toEqual(['2026-10-31', '2026-11-01', '2026-11-02'])
})
