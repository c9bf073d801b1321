import { daysAgo } from '../../ui/format/calendar-days.ts'

/** The default period of an export: the last thirty days. */
export function lastDays(): { from: string; to: string } {
  return { from: daysAgo(29), to: daysAgo(0) }
}
