import { createHash } from 'node:crypto'
import { availableParallelism, loadavg } from 'node:os'

/** How long the calibration below takes on an idle machine. */
const usualMs = 20
const work = Buffer.alloc(2 * 1024 * 1024)

/** Even an idle machine stalls for seconds, and may be busy a moment later; a bound ends what hangs, and measures nothing. */
const least = 5
/** Beyond this a test is not slow but stuck. */
const most = 30

/** How many times slower than usual the processor is for us: by itself, or because it is shared. */
function slownessNow(): number {
  const startedAtMs = performance.now()
  for (let round = 0; round < 12; round++) createHash('sha256').update(work).digest()
  return (performance.now() - startedAtMs) / usualMs
}

/** Runnable processes per processor; not available on Windows. */
const crowd = (): number => (loadavg()[0] ?? 0) / availableParallelism()

const slownessAtStart = slownessNow()

/** The default timeout of `expect.poll` on an idle machine. */
export const pollMs = 15_000

/**
 * A bound on a wait, scaled to how busy the machine is: tests wait for conditions and never for time, so a
 * generous bound costs nothing, and a fixed one fails on a busy machine. Time limits that the product
 * promises are not affected.
 *
 * @param ms what is enough on an idle machine
 */
export function patient(ms: number): number {
  return Math.round(ms * Math.min(most, Math.max(least, slownessAtStart, crowd())))
}
