import type { Database } from '../../database/database.ts'
import type { Job } from '../../jobs/jobs.ts'
import { orderEvents } from './ordering.ts'
import * as queries from './queries.ts'

const keptDays = 30
/** Small batches, so that no transaction blocks others for long. */
const batch = 1_000

/** Every night: deletes events older than thirty days. */
export function eventPruningJob(database: Database): Job<{ pruned: number }> {
  return {
    name: 'events.prune',
    attempts: 5,
    firstPauseMs: 60_000,
    schedule: { cron: '30 3 * * *', timeZone: 'America/Mexico_City' },
    run: async () => {
      // Without listeners no positions were assigned, and only events up to the head are deleted.
      await orderEvents(database)
      let pruned = 0
      let after = 0n
      for (;;) {
        const range = { olderThanDays: keptDays, after, limit: batch }
        const { deleted, next }: queries.Pruned = await database.worker((tx) => queries.prune(tx, range))
        pruned += deleted
        if (next === null) return { pruned }
        after = next
      }
    },
  }
}
