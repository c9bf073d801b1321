import { createHash } from 'node:crypto'
import { availableParallelism, loadavg } from 'node:os'

/** What the work below takes on a machine that has nothing else to do. */
const usualMs = 20
const work = Buffer.alloc(2 * 1024 * 1024)

/** Even an idle machine stalls for seconds; and a bound is there to end what hangs, not to measure. */
const least = 3
/** Beyond, a test is not slow but stuck. */
const most = 30

/** How many times slower than usual the processor is for us: by itself, or because others use it too. */
function slownessNow(): number {
  const startedAtMs = performance.now()
  for (let round = 0; round < 12; round++) createHash('sha256').update(work).digest()
  return (performance.now() - startedAtMs) / usualMs
}

/** How many want each processor; Windows does not tell. */
const crowd = (): number => (loadavg()[0] ?? 0) / availableParallelism()

const slownessAtStart = slownessNow()

/**
 * A bound on a wait, as long as this machine needs it just now: no wait of a test is for a time, so a generous bound
 * costs nothing, and a fixed one fails on a busy machine. What the product promises in time is not bounded by this.
 *
 * @param ms what is enough on an idle machine
 */
export function patient(ms: number): number {
  return Math.round(ms * Math.min(most, Math.max(least, slownessAtStart, crowd())))
}
