import { language } from './i18n.ts'

const dateTime = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' })
const dayOnly = new Intl.DateTimeFormat(language, { dateStyle: 'medium' })
const monthOnly = new Intl.DateTimeFormat(language, { month: 'long', year: 'numeric' })
const hourOnly = new Intl.DateTimeFormat(language, { timeStyle: 'short' })
const relative = new Intl.RelativeTimeFormat(language, { numeric: 'auto' })

/** 21 nov 2026, 10:32 a.m., in the time zone of the device. */
export function formatDateTime(instant: string): string {
  return dateTime.format(new Date(instant))
}

export function formatDay(instant: string): string {
  return dayOnly.format(new Date(instant))
}

/** A day of the calendar, `YYYY-MM-DD`, which is the same day in every time zone. */
export function formatCalendarDay(day: string): string {
  return dayOnly.format(new Date(`${day}T00:00`))
}

/** "noviembre de 2026" for `2026-11`; whatever is no month stays as it is. */
export function formatMonth(month: string): string {
  return /^\d{4}-(0[1-9]|1[0-2])$/.test(month) ? monthOnly.format(new Date(`${month}-01T00:00`)) : month
}

/** The hour for something of today, the whole instant otherwise. */
export function formatRecent(instant: string, now = new Date()): string {
  const at = new Date(instant)
  return at.toDateString() === now.toDateString() ? hourOnly.format(at) : dateTime.format(at)
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
  return relative.format(Math.round(distanceMs / unitMs), unit)
}
