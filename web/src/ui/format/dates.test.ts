import { afterEach, expect, test } from 'vitest'
import {
  formatCalendarDay,
  formatDateTime,
  formatDay,
  formatMonth,
  formatPaperTime,
  formatRecent,
} from './dates.ts'
import { showTimesIn } from './zone.ts'

afterEach(() => showTimesIn(undefined))

/** On the 21st in Tijuana, on the 22nd in the rest of Mexico. */
const lateEvening = '2026-11-22T07:30:00Z'

test.each([
  ['America/Tijuana', '21 nov 2026', '11:30 p.m.'],
  ['America/Mexico_City', '22 nov 2026', '1:30 a.m.'],
  ['America/Cancun', '22 nov 2026', '2:30 a.m.'],
])('in %s a sale is shown on the day under which the store files it', (zone, day, time) => {
  showTimesIn(zone)
  expect(formatDay(lateEvening)).toBe(day)
  expect(formatDateTime(lateEvening).replaceAll(/\s/g, ' ')).toBe(`${day}, ${time}`)
})

test('a time of today is shown without its day, by the days of the store', () => {
  showTimesIn('America/Tijuana')
  const recent = (now: string) => formatRecent(lateEvening, new Date(now))
  expect(recent('2026-11-21T09:00:00Z')).not.toContain('nov')
  expect(recent('2026-11-22T08:30:00Z')).toContain('21 nov')
})

test.each(['America/Tijuana', 'Pacific/Kiritimati'])('a day without a time is the same in %s', (zone) => {
  showTimesIn(zone)
  expect([formatCalendarDay('2026-11-21'), formatMonth('2026-11')]).toEqual([
    '21 nov 2026',
    'noviembre de 2026',
  ])
})

test('a receipt has the time of its store on every screen', () => {
  showTimesIn('America/Cancun')
  expect(formatPaperTime(lateEvening, 'America/Tijuana')).toContain('21 nov 2026')
})

test('a zone that the browser does not know is not shown', () => {
  const device = formatDateTime(lateEvening)
  showTimesIn('America/Ciudad_Gotica')
  expect(formatDateTime(lateEvening)).toBe(device)
})
