import { currentLanguage } from '../words/i18n.ts'
import { type Language, paperLanguage } from '../words/language.ts'
import { dayOf } from './calendar-days.ts'
import { screenZone } from './zone.ts'

const kinds = {
  dateTime: { dateStyle: 'medium', timeStyle: 'short' },
  day: { dateStyle: 'medium' },
  dayOfMonth: { day: 'numeric', month: 'short' },
  month: { month: 'long', year: 'numeric' },
  hour: { timeStyle: 'short' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>

/** Formatters are expensive to create, so one is kept for each language and time zone. */
const made = new Map<string, Intl.DateTimeFormat>()

function format(
  kind: keyof typeof kinds,
  at: Date,
  language: Language = currentLanguage(),
  timeZone = screenZone(),
): string {
  const key = `${language} ${kind} ${timeZone}`
  const formatter = made.get(key) ?? new Intl.DateTimeFormat(language, { ...kinds[kind], timeZone })
  made.set(key, formatter)
  return formatter.format(at)
}

/** Days without a time are the same everywhere. */
const formatUtc = (kind: keyof typeof kinds, midnight: string) =>
  format(kind, new Date(midnight), currentLanguage(), 'UTC')

/** Such as "21 nov 2026, 10:32 a.m.", in the screen's time zone. */
export function formatDateTime(instant: string): string {
  return format('dateTime', new Date(instant))
}

/**
 * The same for what is given to the customer, always in Spanish.
 *
 * @param timeZone of the store; without it the screen's
 */
export function formatPaperTime(instant: string, timeZone: string | undefined): string {
  return format('dateTime', new Date(instant), paperLanguage, timeZone)
}

export function formatDay(instant: string): string {
  return format('day', new Date(instant))
}

/** A calendar day, `YYYY-MM-DD`, which is the same in every time zone. */
export function formatCalendarDay(day: string): string {
  return formatUtc('day', `${day}T00:00Z`)
}

/** A calendar day without its year, such as "21 nov". */
export function formatDayOfMonth(day: string): string {
  return formatUtc('dayOfMonth', `${day}T00:00Z`)
}

/** "noviembre de 2026" for `2026-11`; anything else is returned unchanged. */
export function formatMonth(month: string): string {
  return /^\d{4}-(0[1-9]|1[0-2])$/.test(month) ? formatUtc('month', `${month}-01T00:00Z`) : month
}

/** The time for today, date and time otherwise. */
export function formatRecent(instant: string, now = new Date()): string {
  const at = new Date(instant)
  return format(dayOf(at) === dayOf(now) ? 'hour' : 'dateTime', at)
}

const steps = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1000],
] as const

/** "hace 3 minutos", "dentro de 2 días". */
export function formatDistance(instant: string, nowMs = Date.now()): string {
  const distanceMs = Date.parse(instant) - nowMs
  const [unit, unitMs] = steps.find(([, ms]) => Math.abs(distanceMs) >= ms) ?? ['second', 1000]
  const relative = new Intl.RelativeTimeFormat(currentLanguage(), { numeric: 'auto' })
  return relative.format(Math.round(distanceMs / unitMs), unit)
}
