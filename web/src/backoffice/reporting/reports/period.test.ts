import { afterEach, expect, test } from 'vitest'
import { showTimesIn } from '../../../ui/format/zone.ts'
import { nameOfPeriod, periodNames, periodOf, readPeriod } from './period.ts'

const today = new Date(2026, 2, 15)

afterEach(() => showTimesIn(undefined))

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

test('a period ends with the day that has begun in the store, not on the device', () => {
  const at = new Date('2026-11-22T07:30:00Z')
  const ends = (zone: string) => {
    showTimesIn(zone)
    return [periodOf('today', at), periodOf('yesterday', at)].map(({ to }) => to)
  }
  expect(ends('America/Tijuana')).toEqual(['2026-11-21', '2026-11-20'])
  expect(ends('America/Cancun')).toEqual(['2026-11-22', '2026-11-21'])
})
