import { type FieldFault, Problem } from '../../problem/problem.ts'

/** Days from one to another, both included, `YYYY-MM-DD`. */
export interface Span {
  readonly from: string
  readonly to: string
}

const dayMs = 86_400_000

/** Longest span that one request may ask for. */
const mostDays = 92

/** A day, so many days later. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10)
}

/**
 * The days that were asked for; those that were left out are counted back from the last.
 *
 * @param usual the last day, and how many days, unless told
 * @throws Problem `invalid_request` (backwards, beyond today, longer than 92 days)
 */
export function spanOf(
  asked: { readonly from?: string | undefined; readonly to?: string | undefined },
  today: string,
  usual: { readonly to: string; readonly days: number },
): Span {
  const to = asked.to ?? (asked.from !== undefined && asked.from > usual.to ? asked.from : usual.to)
  const from = asked.from ?? addDays(to, 1 - usual.days)
  const errors: FieldFault[] = []
  if (to > today) errors.push({ path: '/to', message: 'is a day that has not come yet' })
  if (from > to) errors.push({ path: '/from', message: 'must not come after the last day' })
  if (Date.parse(to) - Date.parse(from) >= mostDays * dayMs)
    errors.push({ path: '/from', message: `must be less than ${mostDays} days before the last day` })
  if (errors.length > 0) throw new Problem('invalid_request', { errors })
  return { from, to }
}

/** A span in pieces of so many days. */
export function pieces({ from, to }: Span, days: number): Span[] {
  const cut: Span[] = []
  for (let start = from; start <= to; start = addDays(start, days)) {
    const end = addDays(start, days - 1)
    cut.push({ from: start, to: end < to ? end : to })
  }
  return cut
}
