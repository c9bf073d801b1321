import type { Database } from '../../database/database.ts'
import type { Job } from '../../jobs/jobs.ts'
import * as queries from './queries.ts'

interface Night {
  readonly stores: number
  /** How many versions of days were written. */
  readonly written: number
}

const storesAtOnce = 200

/** Every night after the last of the country's midnights: days that are over, store by store. */
export function rollupJob(database: Database): Job<Night> {
  return {
    name: 'reporting.rollups',
    attempts: 5,
    firstPauseMs: 60_000,
    schedule: { cron: '20 3 * * *', timeZone: 'America/Mexico_City' },
    run: () => rollUpStores(database),
  }
}

/** Writes down what is over in every store, each in a transaction of its own. Run again, it changes nothing. */
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
