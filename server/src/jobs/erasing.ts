import type { Job } from './jobs.ts'

/** Erases some of what is due, and answers how much: 0 when there is no more. */
export type Erasure = () => Promise<number>

/**
 * Every night: what was kept for a time is kept no longer.
 *
 * @param erasures by what they erase; the result of the run says how much of each it was
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
