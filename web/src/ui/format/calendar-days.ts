import { screenZone } from './zone.ts'

const dayMs = 86_400_000

/** Swedish dates and times are written as in ISO 8601. Formatters are expensive to create. */
const clocks = new Map<string | undefined, Intl.DateTimeFormat>()

/** The date and the time that a clock in the screen's time zone shows, `YYYY-MM-DD HH:MM:SS`. */
function clockAt(at: Date): string {
  const timeZone = screenZone()
  const clock =
    clocks.get(timeZone) ??
    new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium', timeZone })
  clocks.set(timeZone, clock)
  return clock.format(at)
}

const isoDay = (utcMs: number) => new Date(utcMs).toISOString().slice(0, 10)

/** The day of a moment in the screen's time zone, `YYYY-MM-DD`. */
export const dayOf = (at: Date): string => clockAt(at).slice(0, 10)

/** The day some days after another. */
export const daysAfter = (day: string, days: number): string =>
  isoDay(Date.parse(`${day}T00:00Z`) + days * dayMs)

/** The date some days before today, `YYYY-MM-DD`, in the screen's time zone. */
export const daysAgo = (days: number, today = new Date()): string => daysAfter(dayOf(today), -days)

/** The first day of the month some months ago. */
export function monthStart(monthsAgo: number, today = new Date()): string {
  const [year = 0, month = 0] = dayOf(today).split('-').map(Number)
  return isoDay(Date.UTC(year, month - 1 - monthsAgo, 1))
}

/** The last day of the month some months ago. */
export const monthEnd = (monthsAgo: number, today = new Date()): string =>
  daysAfter(monthStart(monthsAgo - 1, today), -1)

/** Every day of a range, both ends included. */
export function daysBetween(from: string, to: string): string[] {
  const days: string[] = []
  for (let day = from; day <= to; day = daysAfter(day, 1)) days.push(day)
  return days
}

/** The first moment of a day in the screen's time zone. */
export function startOfDay(day: string): Date {
  const utcMs = Date.parse(`${day}T00:00Z`)
  const aheadMs = (atMs: number) => Date.parse(`${clockAt(new Date(atMs)).replace(' ', 'T')}Z`) - atMs
  // Twice: the clocks may change between midnight here and midnight in UTC.
  return new Date(utcMs - aheadMs(utcMs - aheadMs(utcMs)))
}
