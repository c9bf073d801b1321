import type { Job } from './jobs.ts'

/** Deletes a batch of what is due, and returns how many: 0 when there is no more. */
export type Erasure = () => Promise<number>

/**
 * Every night: deletes data whose retention has ended.
 *
 * @param erasures by what they delete; the result of the run has their counts
 */
export function erasingJob(erasures: Readonly<Record<string, Erasure>>): Job<Record<string, number>> {
  return {
    name: 'nightly.erasing',
    attempts: 5,
    firstPauseMs: 60_000,
    schedule: { cron: '45 3 * * *', timeZone: 'America/Mexico_City' },
    run: async () => {
      const erased: Record<string, number> = {}
      for (const [what, erase] of Object.entries(erasures)) {
        erased[what] = 0
        for (let part = await erase(); part > 0; part = await erase()) erased[what] += part
      }
      return erased
    },
  }
}
