import type { Logger } from 'pino'
import type { Database } from '../database/database.ts'
import type { Job } from './jobs.ts'
import { orLogged } from './or-logged.ts'
import * as queries from './queries.ts'

/** Deletes a batch of what is due, and returns how many: 0 when there is no more. */
export type Erasure = () => Promise<number>

/**
 * Every night: deletes data whose retention has ended. What fails is logged, and everything else is deleted all the same.
 *
 * @param erasures by what they delete; the result of the run has their counts
 * @throws Error when some failed, after all others, so that the run is repeated
 */
export function erasingJob(
  erasures: Readonly<Record<string, Erasure>>,
  logger: Logger,
): Job<Record<string, number>> {
  return {
    name: 'nightly.erasing',
    attempts: 5,
    firstPauseMs: 60_000,
    schedule: { cron: '45 3 * * *', timeZone: 'America/Mexico_City' },
    run: async () => {
      const erased: Record<string, number> = {}
      for (const [what, erase] of Object.entries(erasures)) {
        const count = await orLogged(logger, { what }, 'data was not deleted', () => eraseAll(erase))
        if (count !== undefined) erased[what] = count
      }
      const failed = Object.keys(erasures).filter((what) => erased[what] === undefined)
      if (failed.length > 0) throw new Error(`not deleted: ${failed.join(', ')}; the log says why`)
      return erased
    },
  }
}

async function eraseAll(erase: Erasure): Promise<number> {
  let erased = 0
  for (let part = await erase(); part > 0; part = await erase()) erased += part
  return erased
}

/** Durable work that ended ninety days ago. */
export const forgetWork =
  (database: Database): Erasure =>
  () =>
    database.worker(queries.forgetWork)
