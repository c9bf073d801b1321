import { Problem } from '../problem/problem.ts'

const longestDays = 366
const dayMs = 86_400_000

/**
 * Refuses days in the wrong order, or too many of them. A missing end is today, and a missing start is the end.
 *
 * @throws Problem `invalid_request`
 */
export function assertPeriod({ from, to }: { from?: string; to?: string }): void {
  if (from === undefined) return
  const days = (Date.parse(to ?? earliestToday()) - Date.parse(from)) / dayMs
  if (days >= longestDays) refuse(`is more than ${longestDays} days after from`)
  // A store in the east may have a day already that has not begun elsewhere.
  if (to !== undefined && days < 0) refuse('is before from')
}

function refuse(message: string): never {
  throw new Problem('invalid_request', { errors: [{ path: '/to', message }] })
}

/** The date in the last time zone of the world, twelve hours behind: no store has an earlier one. */
const earliestToday = () => new Date(Date.now() - dayMs / 2).toISOString().slice(0, 10)
