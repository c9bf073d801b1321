import type { Database } from '../../database/database.ts'
import type { Job } from '../../jobs/jobs.ts'
import * as queries from './queries.ts'
import type { Verification } from './schema.ts'

interface Recomputed {
  readonly before: Verification['status']
  readonly after: Verification['status']
}

/**
 * Queued by every change of a bank account, in the same transaction: one attempt and ten retries within 15
 * minutes. Work that fails all of them appears in the operators' queue, and resync is the remedy.
 */
export function recomputeJob(database: Database): Job<Recomputed, { readonly merchantId: string }> {
  return {
    name: 'verification.recompute',
    attempts: 11,
    firstPauseMs: 1_000,
    isShort: true,
    run: ({ merchantId }) => database.worker((tx) => queries.recompute(tx, merchantId)),
  }
}

/** Every night: accounts verified twelve months ago have to be verified again. */
export function expiryJob(expire: () => Promise<{ expired: number }>): Job<{ expired: number }> {
  return {
    name: 'verification.expiry',
    attempts: 5,
    firstPauseMs: 60_000,
    schedule: { cron: '30 2 * * *', timeZone: 'America/Mexico_City' },
    run: expire,
  }
}
