import { type FieldFault, Problem } from '../../problem/problem.ts'

/** An inclusive range of days, `YYYY-MM-DD`. */
export interface Span {
  readonly from: string
  readonly to: string
}

const dayMs = 86_400_000

/** Longest range of one request. */
const mostDays = 92

/** The day this many days later. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10)
}

/**
 * The requested days, with defaults counted back from the last.
 *
 * @param usual the default last day and number of days
 * @throws Problem `invalid_request` (reversed, in the future, longer than 92 days)
 */
export function spanOf(
  asked: { readonly from?: string | undefined; readonly to?: string | undefined },
  today: string,
  usual: { readonly to: string; readonly days: number },
): Span {
  const to = asked.to ?? (asked.from !== undefined && asked.from > usual.to ? asked.from : usual.to)
  const from = asked.from ?? addDays(to, 1 - usual.days)
  const errors: FieldFault[] = []
  if (to > today) errors.push({ path: '/to', message: 'must not be in the future' })
  if (from > to) errors.push({ path: '/from', message: 'must not come after the last day' })
  if (Date.parse(to) - Date.parse(from) >= mostDays * dayMs)
    errors.push({ path: '/from', message: `must be less than ${mostDays} days before the last day` })
  if (errors.length > 0) throw new Problem('invalid_request', { errors })
  return { from, to }
}

/** Splits a range into pieces of a number of days. */
export function pieces({ from, to }: Span, days: number): Span[] {
  const cut: Span[] = []
  for (let start = from; start <= to; start = addDays(start, days)) {
    const end = addDays(start, days - 1)
    cut.push({ from: start, to: end < to ? end : to })
  }
  return cut
}
