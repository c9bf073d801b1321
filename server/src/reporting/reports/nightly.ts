import type { Logger } from 'pino'
import type { Database } from '../../database/database.ts'
import type { Job } from '../../jobs/jobs.ts'
import { rollupRun } from '../rollup-run.ts'
import * as queries from './queries.ts'

interface Night {
  readonly stores: number
  /** The number of day versions written. */
  readonly written: number
}

const storesAtOnce = 200
/** Days per transaction. */
const daysAtOnce = 7

/** Every night after the last midnight in the country: past days, store by store. */
export function rollupJob(database: Database, logger: Logger): Job<Night> {
  return {
    name: 'reporting.rollups',
    attempts: 5,
    firstPauseMs: 60_000,
    schedule: { cron: '20 3 * * *', timeZone: 'America/Mexico_City' },
    run: () => rollUpStores(database, logger),
  }
}

/**
 * Rolls up past days of every store, a few days per transaction. Running it again changes nothing.
 *
 * @throws Error when a store failed, after all others are done
 */
export async function rollUpStores(database: Database, logger: Logger): Promise<Night> {
  const stores = rollupRun(logger, 'stores')
  let written = 0
  let last: string | undefined
  for (;;) {
    const after = last
    const some = await database.worker((tx) => queries.storesAfter(tx, after, storesAtOnce))
    for (const place of some) written += (await stores.rollUp(place, () => rollUpStore(database, place))) ?? 0
    last = some.at(-1)?.storeId
    if (some.length < storesAtOnce) return { stores: stores.finish(), written }
  }
}

/** @returns the number of day versions written */
async function rollUpStore(database: Database, place: queries.Place): Promise<number> {
  let [written, after] = [0, null as string | null]
  for (;;) {
    const day = after
    const some = await database.worker((tx) => queries.rollUpStore(tx, place, day, daysAtOnce))
    written += some.written
    after = some.lastDay
    if (after === null) return written
  }
}
