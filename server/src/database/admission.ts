import { type Priority, priorities } from '../authorization/priority.ts'
import { Problem } from '../problem/problem.ts'

/** The largest share of the places that reports and exports may hold. */
const shares: Partial<Record<Priority, number>> = { report: 1 / 2, export: 1 / 4 }

export interface AdmissionOptions {
  /** Transactions at a time: as many as the pool has connections. */
  readonly places: number
  /** How long a transaction is queued at most. */
  readonly patienceMs: number
  /** The queue is full when at least `waiting` transactions are in it, and the oldest has waited for `ms`. */
  readonly full: { readonly waiting: number; readonly ms: number }
}

export type Admission = ReturnType<typeof createAdmission>

interface Waiter {
  readonly sinceMs: number
  readonly admit: () => void
}

/** The queue of one priority. */
interface Lane {
  readonly places: number
  held: number
  /** In the order in which they came. */
  readonly waiters: Set<Waiter>
}

/**
 * Admission control in front of a pool of connections. As many transactions run at a time as there are connections;
 * others are queued, by priority and then by arrival. A full queue refuses new ones at once: an early refusal costs
 * little, leaves the client time to retry, and keeps the wait of queued ones short.
 */
export function createAdmission({ places, patienceMs, full }: AdmissionOptions) {
  const lanes = new Map<Priority, Lane>(
    priorities.map((priority) => [
      priority,
      { places: Math.max(1, Math.floor(places * (shares[priority] ?? 1))), held: 0, waiters: new Set() },
    ]),
  )
  let free = places
  let waiting = 0

  const hasRoom = (lane: Lane): boolean => free > 0 && lane.held < lane.places

  const take = (lane: Lane): void => {
    free -= 1
    lane.held += 1
  }

  const giveBack = (lane: Lane): void => {
    free += 1
    lane.held -= 1
    if (waiting > 0) admitNext()
  }

  /** A place that is given back makes room for one at most. */
  const admitNext = (): void => {
    for (const lane of lanes.values()) {
      const [first] = lane.waiters
      if (first === undefined || !hasRoom(lane)) continue
      first.admit()
      return
    }
  }

  /** @throws Problem `overloaded` when the queue in front of a transaction of this priority is full */
  const assertRoom = (priority: Priority): void => {
    let ahead = 0
    let firstCameMs = Number.POSITIVE_INFINITY
    for (const [each, { waiters }] of lanes) {
      const [first] = waiters
      ahead += waiters.size
      if (first !== undefined) firstCameMs = Math.min(firstCameMs, first.sinceMs)
      if (each === priority) break
    }
    if (ahead >= full.waiting && performance.now() - firstCameMs >= full.ms) throw refusal(notStarted)
  }

  /** Waits for a place, and takes it. */
  const turn = (priority: Priority, lane: Lane): Promise<void> => {
    if (priority !== 'continuing') assertRoom(priority)
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        clearTimeout(timer)
        lane.waiters.delete(waiter)
        waiting -= 1
      }
      const waiter: Waiter = {
        sinceMs: performance.now(),
        admit() {
          leave()
          take(lane)
          resolve()
        },
      }
      const timer = setTimeout(() => {
        leave()
        reject(refusal(priority === 'continuing' ? unfinished : notStarted))
      }, patienceMs)
      lane.waiters.add(waiter)
      waiting += 1
    })
  }

  /**
   * Runs `work` when it is its turn.
   *
   * @throws Problem `overloaded`: it was not its turn in time, or the queue is full
   */
  const run = async <T>(priority: Priority, work: () => Promise<T>): Promise<T> => {
    const lane = lanes.get(priority) as Lane
    if (lane.waiters.size === 0 && hasRoom(lane)) take(lane)
    else await turn(priority, lane)
    try {
      return await work()
    } finally {
      giveBack(lane)
    }
  }

  return { run, assertRoom, waiting: () => waiting }
}

const notStarted =
  'Too many requests are waiting. This one was not started: repeat it, with the same Idempotency-Key if it has one.'
const unfinished = 'The database has no connection left. Check the outcome before repeating the request.'

const refusal = (detail: string): Problem => new Problem('overloaded', { detail })
