import type { Database } from '../../database/database.ts'
import type { Job } from '../../jobs/jobs.ts'
import * as queries from './queries.ts'

const keptDays = 30
/** Small, so that no transaction of it keeps anybody waiting. */
const batch = 1_000

/** Every night: what happened more than thirty days ago is forgotten. */
export function eventPruningJob(database: Database): Job<{ pruned: number }> {
  return {
    name: 'events.prune',
    attempts: 5,
    firstPauseMs: 60_000,
    schedule: { cron: '30 3 * * *', timeZone: 'America/Mexico_City' },
    run: async () => {
      // Where nobody listens, nothing was put in order, and only what was can be forgotten.
      await database.worker((tx) => queries.order(tx))
      let pruned = 0
      for (;;) {
        const part = await database.worker((tx) => queries.prune(tx, keptDays, batch))
        pruned += part
        if (part < batch) return { pruned }
      }
    },
  }
}
