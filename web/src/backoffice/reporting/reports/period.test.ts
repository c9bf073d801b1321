import { expect, test } from 'vitest'
import { nameOfPeriod, periodNames, periodOf, readPeriod } from './period.ts'

const today = new Date(2026, 2, 15)

test('every named period is recognized by its days', () => {
  for (const name of periodNames) expect(nameOfPeriod(periodOf(name, today), today)).toBe(name)
  expect(nameOfPeriod({ from: '2026-01-05', to: '2026-01-07' }, today)).toBeUndefined()
})

test('last month is complete, and this month ends today', () => {
  expect(periodOf('lastMonth', today)).toEqual({ from: '2026-02-01', to: '2026-02-28' })
  expect(periodOf('thisMonth', today)).toEqual({ from: '2026-03-01', to: '2026-03-15' })
})

test('an address without a valid period means the last seven days', () => {
  const week = { from: '2026-03-09', to: '2026-03-15' }
  expect(readPeriod(undefined, undefined, today)).toEqual(week)
  expect(readPeriod('ayer', '2026-03-15', today)).toEqual(week)
  expect(readPeriod('2026-03-15', '2026-03-01', today)).toEqual(week)
  expect(readPeriod('2026-03-01', '2026-03-02', today)).toEqual({ from: '2026-03-01', to: '2026-03-02' })
})
