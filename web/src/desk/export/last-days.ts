import { daysAgo } from '../../ui/format/calendar-days.ts'

/** What a file of history holds where nobody has named days: the last thirty. */
export function lastDays(): { from: string; to: string } {
  return { from: daysAgo(29), to: daysAgo(0) }
}
