import type { Database } from '../database/database.ts'
import * as queries from './queries.ts'

const merchantsAtOnce = 200

/** The ids of all merchants, in order. They are read in pages, each in a transaction of its own. */
export async function* everyMerchant(database: Database): AsyncGenerator<string> {
  let last: string | undefined
  for (;;) {
    const after = last
    const ids = await database.worker((tx) => queries.merchantsAfter(tx, after, merchantsAtOnce))
    yield* ids
    last = ids.at(-1)
    if (ids.length < merchantsAtOnce) return
  }
}
