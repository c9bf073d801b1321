import { Problem } from '../problem/problem.ts'

const longestDays = 366

/** Refuses days in the wrong order, or too many of them. @throws Problem `invalid_request` */
export function assertPeriod({ from, to }: { from?: string; to?: string }): void {
  if (from === undefined || to === undefined) return
  const days = (Date.parse(to) - Date.parse(from)) / 86_400_000
  if (days >= 0 && days < longestDays) return
  const message = days < 0 ? 'is before from' : `is more than ${longestDays} days after from`
  throw new Problem('invalid_request', { errors: [{ path: '/to', message }] })
}
