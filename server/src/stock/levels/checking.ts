import type { Logger } from 'pino'
import type { Database } from '../../database/database.ts'
import type { Job } from '../../jobs/jobs.ts'
import { Problem } from '../../problem/problem.ts'
import * as queries from './queries.ts'
import type { StockFault } from './schema.ts'

interface StockCheck {
  readonly merchants: number
  /** Also a merchant whose stock could not be checked. */
  readonly faults: readonly StockFault[]
}

const merchantsAtOnce = 200

/** Every night: levels and transfers that differ from their movements are logged as an error, and stored with the run. */
export function stockCheckJob(database: Database, logger: Logger): Job<StockCheck> {
  return {
    name: 'stock.check',
    attempts: 5,
    firstPauseMs: 60_000,
    schedule: { cron: '0 5 * * *', timeZone: 'America/Mexico_City' },
    run: async () => {
      const check = await checkStock(database, logger)
      if (check.faults.length > 0)
        logger.error({ faults: check.faults.length }, 'stock differs from its movements')
      return check
    },
  }
}

/** Checks the stock of all stores, merchant by merchant, each in a transaction of its own. It changes nothing. */
export async function checkStock(database: Database, logger: Logger): Promise<StockCheck> {
  const faults: StockFault[] = []
  let merchants = 0
  let last: string | undefined
  for (;;) {
    const after = last
    const some = await database.worker((tx) => queries.merchantsAfter(tx, after, merchantsAtOnce))
    for (const merchantId of some) faults.push(...(await faultsOf(database, logger, merchantId)))
    merchants += some.length
    last = some.at(-1)
    if (some.length < merchantsAtOnce) return { merchants, faults }
  }
}

/** A merchant that cannot be checked is a fault of its own: the others are checked all the same. */
async function faultsOf(
  database: Database,
  logger: Logger,
  merchantId: string,
): Promise<readonly StockFault[]> {
  try {
    return await database.worker((tx) => queries.faults(tx, merchantId))
  } catch (error) {
    // All the others would fail as well.
    if (error instanceof Problem && error.code === 'database_unavailable') throw error
    logger.warn({ err: error, merchantId }, 'the stock of a merchant was not checked')
    return [{ merchantId, id: merchantId, fault: 'stock was not checked', expected: null, found: null }]
  }
}
