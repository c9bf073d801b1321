import { dayOf } from '../../ui/format/calendar-days.ts'

/** Counts what this device sells, today and before, for its quick keys. */
interface Counts {
  /** By variant, since the device sells. */
  readonly all: Readonly<Record<string, number>>
  /** The day that `today` counts, `YYYY-MM-DD` in the screen's time zone. */
  readonly day: string
  readonly today: Readonly<Record<string, number>>
}

const keyOf = (storeId: string) => `mostrador.oftenSold.${storeId}`
const mostKept = 200

const asCounts = (stored: unknown): Record<string, number> =>
  Object.fromEntries(
    Object.entries(Object(stored)).filter((each): each is [string, number] => typeof each[1] === 'number'),
  )

function countsOf(storeId: string, now: Date): Counts {
  let stored: Partial<Record<keyof Counts, unknown>> = {}
  try {
    stored = Object(JSON.parse(localStorage.getItem(keyOf(storeId)) ?? '{}'))
  } catch {
    // The stored counts are damaged or have another format: start again from zero.
  }
  const day = dayOf(now)
  return { all: asCounts(stored.all), day, today: stored.day === day ? asCounts(stored.today) : {} }
}

const most = (counts: Readonly<Record<string, number>>) =>
  Object.entries(counts).toSorted(([, a], [, b]) => b - a)

const plusOne = (counts: Readonly<Record<string, number>>, ids: readonly string[]) => {
  const more = { ...counts }
  for (const id of ids) more[id] = (more[id] ?? 0) + 1
  return Object.fromEntries(most(more).slice(0, mostKept))
}

export function noteSold(storeId: string, variantIds: readonly string[], now = new Date()): void {
  const { all, day, today } = countsOf(storeId, now)
  try {
    const counts: Counts = { all: plusOne(all, variantIds), day, today: plusOne(today, variantIds) }
    localStorage.setItem(keyOf(storeId), JSON.stringify(counts))
  } catch {
    // Losing the counts is harmless.
  }
}

/** The variants sold most on this device: those of today first, and then those of before. */
export function oftenSold(storeId: string, limit = 12, now = new Date()): string[] {
  const { all, today } = countsOf(storeId, now)
  return [...new Set([...most(today), ...most(all)].map(([id]) => id))].slice(0, limit)
}
