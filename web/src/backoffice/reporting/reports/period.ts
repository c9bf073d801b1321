import { daysAgo, monthEnd, monthStart } from '../../../ui/format/calendar-days.ts'

export interface Period {
  /** Both days are included, `YYYY-MM-DD`. */
  readonly from: string
  readonly to: string
}

export const periodNames = ['today', 'yesterday', 'week', 'month', 'thisMonth', 'lastMonth'] as const
export type PeriodName = (typeof periodNames)[number]

/** The days that a named period covers today. */
export function periodOf(name: PeriodName, today = new Date()): Period {
  const on = (days: number) => daysAgo(days, today)
  switch (name) {
    case 'today':
      return { from: on(0), to: on(0) }
    case 'yesterday':
      return { from: on(1), to: on(1) }
    case 'week':
      return { from: on(6), to: on(0) }
    case 'month':
      return { from: on(29), to: on(0) }
    case 'thisMonth':
      return { from: monthStart(0, today), to: on(0) }
    case 'lastMonth':
      return { from: monthStart(1, today), to: monthEnd(1, today) }
  }
}

/** The name of a period, if it has one. */
export function nameOfPeriod({ from, to }: Period, today = new Date()): PeriodName | undefined {
  return periodNames.find((name) => {
    const named = periodOf(name, today)
    return named.from === from && named.to === to
  })
}

const isDay = (text: string | undefined): text is string => /^\d{4}-\d{2}-\d{2}$/.test(text ?? '')

/** The period in an address; the last seven days when it is missing or invalid. */
export function readPeriod(from: string | undefined, to: string | undefined, today = new Date()): Period {
  return isDay(from) && isDay(to) && from <= to ? { from, to } : periodOf('week', today)
}
