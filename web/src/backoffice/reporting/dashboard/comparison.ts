/** The change from `before` to `now` in whole percent; `null` when there is nothing to compare with. */
export function changePercent(now: number, before: number): number | null {
  return before === 0 ? null : Math.round(((now - before) / before) * 100)
}

interface HourLine {
  readonly hour: string
}

/** The shop's usual hours, extended to the first and last hour that has sales. */
export function hoursOf(lines: readonly HourLine[], opens = 8, closes = 20): string[] {
  const hours = lines.map(({ hour }) => Number(hour))
  const first = Math.min(opens, ...hours)
  const last = Math.max(closes, ...hours)
  return Array.from({ length: last - first + 1 }, (_, n) => String(first + n).padStart(2, '0'))
}
