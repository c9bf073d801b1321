import type { Database } from '../../database/database.ts'
import type { Job } from '../../jobs/jobs.ts'
import * as queries from './queries.ts'

interface Night {
  readonly stores: number
  /** The number of day versions written. */
  readonly written: number
}

const storesAtOnce = 200

/** Every night after the last midnight in the country: past days, store by store. */
export function rollupJob(database: Database): Job<Night> {
  return {
    name: 'reporting.rollups',
    attempts: 5,
    firstPauseMs: 60_000,
    schedule: { cron: '20 3 * * *', timeZone: 'America/Mexico_City' },
    run: () => rollUpStores(database),
  }
}

/** Rolls up past days of every store, each in its own transaction. Running it again changes nothing. */
export async function rollUpStores(database: Database): Promise<Night> {
  let [stores, written] = [0, 0]
  let last: string | undefined
  for (;;) {
    const after = last
    const some = await database.worker((tx) => queries.storesAfter(tx, after, storesAtOnce))
    for (const place of some) written += await database.worker((tx) => queries.rollUpStore(tx, place))
    stores += some.length
    last = some.at(-1)?.storeId
    if (some.length < storesAtOnce) return { stores, written }
  }
}
