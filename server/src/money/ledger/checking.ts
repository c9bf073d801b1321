import type { Logger } from 'pino'
import type { Database } from '../../database/database.ts'
import { checkEveryMerchant, checkJob, type MerchantsCheck } from '../../jobs/nightly-check.ts'
import * as queries from './queries.ts'

const job = 'ledger.check'

/** Every night: what is wrong with the books of the last days. */
export const ledgerCheckJob = (database: Database, logger: Logger) =>
  checkJob({ name: job, cron: '50 4 * * *', logger }, () => checkLedger(database, logger))

/** Checks the books of the last eight days, and the wallets as they are now, merchant by merchant. */
export function checkLedger(
  database: Database,
  logger: Logger,
): Promise<MerchantsCheck<queries.LedgerImbalance>> {
  return checkEveryMerchant({ database, logger, job, find: queries.recentImbalances, unchecked })
}

const unchecked = (merchantId: string): queries.LedgerImbalance => ({
  merchantId,
  fault: 'the books were not checked',
  expectedCentavos: null,
  foundCentavos: null,
})
