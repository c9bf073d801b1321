import type { Logger } from 'pino'
import type { Database } from '../../database/database.ts'
import { everyMerchant, orLogged } from '../../jobs/every-merchant.ts'
import type { Job } from '../../jobs/jobs.ts'
import * as queries from './queries.ts'
import type { StockFault } from './schema.ts'

interface StockCheck {
  readonly merchants: number
  /** Also a merchant whose stock could not be checked. */
  readonly faults: readonly StockFault[]
}

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
  for await (const merchantId of everyMerchant(database)) {
    const found = await orLogged(logger, { merchantId }, 'the stock of a merchant was not checked', () =>
      database.worker((tx) => queries.faults(tx, merchantId)),
    )
    faults.push(...(found ?? [unchecked(merchantId)]))
    merchants++
  }
  return { merchants, faults }
}

const unchecked = (merchantId: string): StockFault => ({
  ...{ merchantId, id: merchantId, fault: 'stock was not checked' },
  ...{ expected: null, found: null },
})
