import { beforeAll } from 'vitest'
import { passTime } from './pass-time.ts'
import { patient } from './patience.ts'

const [hourMs, dayMs] = [3_600_000, 86_400_000]
/** Mexico City has no daylight saving time since 2022. */
const behindUtcMs = 6 * hourMs

/**
 * For files that compare what happens today: when Mexico's day is about to end, their tests begin with the next one. Call it
 * before the hooks that prepare something.
 */
export function onOneDay(): void {
  // The longest file takes 40 seconds on an idle machine. A busy machine slows it down more than the load average suggests.
  const leastMs = patient(120_000)
  beforeAll(async () => {
    const leftMs = dayMs - ((Date.now() - behindUtcMs) % dayMs)
    // A little later, because the database has its own clock.
    if (leftMs < leastMs) await passTime(leftMs + 1_000, 'the day ends')
  }, leastMs + 60_000)
}
