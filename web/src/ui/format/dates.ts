import { currentLanguage } from '../words/i18n.ts'
import { type Language, paperLanguage } from '../words/language.ts'

const kinds = {
  dateTime: { dateStyle: 'medium', timeStyle: 'short' },
  day: { dateStyle: 'medium' },
  dayOfMonth: { day: 'numeric', month: 'short' },
  month: { month: 'long', year: 'numeric' },
  hour: { timeStyle: 'short' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>

/** A formatter is dear to make and is kept, for each language in use. */
const made = new Map<string, Intl.DateTimeFormat>()

function format(kind: keyof typeof kinds, at: Date, language: Language = currentLanguage()): string {
  const key = `${language} ${kind}`
  const formatter = made.get(key) ?? new Intl.DateTimeFormat(language, kinds[kind])
  made.set(key, formatter)
  return formatter.format(at)
}

/** 21 nov 2026, 10:32 a.m., in the time zone of the device. */
export function formatDateTime(instant: string): string {
  return format('dateTime', new Date(instant))
}

/** The same on what a customer takes along. */
export function formatPaperTime(instant: string): string {
  return format('dateTime', new Date(instant), paperLanguage)
}

export function formatDay(instant: string): string {
  return format('day', new Date(instant))
}

/** A day of the calendar, `YYYY-MM-DD`, which is the same day in every time zone. */
export function formatCalendarDay(day: string): string {
  return format('day', new Date(`${day}T00:00`))
}

/** "21 nov" for a day of the calendar, where the year is plain. */
export function formatDayOfMonth(day: string): string {
  return format('dayOfMonth', new Date(`${day}T00:00`))
}

/** "noviembre de 2026" for `2026-11`; whatever is no month stays as it is. */
export function formatMonth(month: string): string {
  return /^\d{4}-(0[1-9]|1[0-2])$/.test(month) ? format('month', new Date(`${month}-01T00:00`)) : month
}

/** The hour for something of today, the whole instant otherwise. */
export function formatRecent(instant: string, now = new Date()): string {
  const at = new Date(instant)
  return format(at.toDateString() === now.toDateString() ? 'hour' : 'dateTime', at)
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
