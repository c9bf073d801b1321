import type { Logger } from 'pino'
import type { Database } from '../../database/database.ts'
import { checkEveryMerchant, checkJob, type MerchantsCheck } from '../../jobs/nightly-check.ts'
import * as queries from './queries.ts'
import type { StockFault } from './schema.ts'

const job = 'stock.check'

/** Every night: levels and transfers that differ from their movements. */
export const stockCheckJob = (database: Database, logger: Logger) =>
  checkJob({ name: job, cron: '0 5 * * *', logger }, () => checkStock(database, logger))

/** Checks the stock of all stores, merchant by merchant. */
export function checkStock(database: Database, logger: Logger): Promise<MerchantsCheck<StockFault>> {
  return checkEveryMerchant({ database, logger, job, find: queries.faults, unchecked })
}

const unchecked = (merchantId: string): StockFault => ({
  merchantId,
  id: merchantId,
  fault: 'stock was not checked',
  expected: null,
  found: null,
})
