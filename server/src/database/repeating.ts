import { inSpan, setAttributes } from '../tracing/trace.ts'
import { asProblem, isOutdatedPlan, isRetriable, outageOf } from './errors.ts'
import type { MoveWatch } from './moving.ts'
import type { LoginLog } from './outage-log.ts'

const attempts = 4

/** What is known of the database beyond the transaction that has failed. */
export interface Faults {
  /** Of the login that it used. */
  readonly health: LoginLog
  readonly moves: MoveWatch
}

/** Every transaction passes here: it is repeated when that may help, and is a part of what is traced. */
export function again<T>(
  faults: Faults,
  kind: 'read' | 'watch' | 'write' | 'guest' | 'worker',
  proof: { provesWriting: boolean },
  run: () => Promise<T>,
): Promise<T> {
  const attributes = { 'db.system.name': 'postgresql', 'db.operation.name': kind }
  return inSpan(`transaction ${kind}`, attributes, () => repeated(faults, proof, run))
}

async function repeated<T>(
  { health, moves }: Faults,
  { provesWriting }: { provesWriting: boolean },
  run: () => Promise<T>,
): Promise<T> {
  const startedAtMs = performance.now()
  for (let attempt = 1; ; attempt++) {
    try {
      const out = await run()
      health.succeeded(provesWriting)
      return out
    } catch (error) {
      // Not counted: each time ends a connection from before the migration, and new ones plan anew.
      if (isOutdatedPlan(error)) {
        attempt -= 1
        continue
      }
      const outage = outageOf(error)
      if (outage !== undefined) health.failed(outage)
      if (attempt >= attempts || !isRetriable(error)) {
        if (!(await moves.holdsUp(error, startedAtMs))) throw asProblem(error)
        await pause(500)
      } else await pause(20 * attempt)
      setAttributes({ 'mostrador.repeats': attempt })
    }
  }
}

const pause = (mostMs: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, Math.random() * mostMs))
