import type { Database } from '../database/database.ts'
import * as queries from './queries.ts'

/**
 * Records for alerts what a nightly check has found; a repeated check replaces the result.
 *
 * @param check `day`: the day that was compared, `YYYY-MM-DD`; absent: everything was checked, now
 */
export async function noteCheck(
  database: Database,
  { job, day, faults }: { readonly job: string; readonly day?: string; readonly faults: number },
): Promise<void> {
  await database.worker((tx) => queries.noteCheck(tx, job, day, faults))
}
