import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { EnginePool } from '../database/pool.ts'

/** How long a process may be silent before its work is taken over. */
export const usualLeaseMs = 30_000

/** A process as the holder of its work; constant while it runs. */
export interface Lease {
  readonly id: string
  /** Renews the lease. False: it was taken over, and this process has to register again. */
  renew(): Promise<boolean>
  /** Returns unfinished work to the others. */
  end(): Promise<void>
}

/** Holds a lease under a new unique name. */
export async function holdLease(pool: EnginePool, node: string, leaseMs: number): Promise<Lease> {
  const id = await uniqueName(node)
  await pool.query('select app.hold_worker_lease($1, $2, $3)', [id, node, leaseMs])
  return {
    id,
    async renew() {
      const { rows } = await pool.query<{ held: boolean }>('select app.renew_worker_lease($1, $2) as held', [
        id,
        leaseMs,
      ])
      return rows[0]?.held === true
    },
    async end() {
      await pool.query('select app.end_worker_lease($1)', [id])
    },
  }
}

/** Returns the work of dead processes to its queue; returns how many. */
export async function takeOverWork(pool: EnginePool): Promise<number> {
  const { rows } = await pool.query<{ count: number }>('select app.take_over_work() as count')
  return rows[0]?.count ?? 0
}

/**
 * Returns a function that says whether a process may take over work; call it after each renewal of its own lease. A process that
 * has renewed late, or has just started, may not for the time of a lease: if the database was away, the others are still running
 * and about to renew theirs.
 */
export function gracePeriod(leaseMs: number): () => boolean {
  let renewedAtMs = Number.NEGATIVE_INFINITY
  let takesOverFromMs = 0
  return () => {
    const nowMs = performance.now()
    // Leases are renewed after a third of their time.
    if (nowMs - renewedAtMs > leaseMs / 2) takesOverFromMs = nowMs + leaseMs
    renewedAtMs = nowMs
    return nowMs >= takesOverFromMs
  }
}

/** Host, boot and a random part: two processes with one name differ, and so does a restarted one. */
async function uniqueName(node: string): Promise<string> {
  const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => '')
  return [node, boot.slice(0, 8), process.pid, randomBytes(8).toString('hex')].filter(Boolean).join('/')
}
