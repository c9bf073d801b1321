import type { Logger } from 'pino'
import type { Database } from '../database/database.ts'
import type { Tx } from '../database/tx.ts'
import { everyMerchant } from './every-merchant.ts'
import type { Job } from './jobs.ts'
import { orLogged } from './or-logged.ts'
import * as queries from './queries.ts'

export interface MerchantsCheck<Fault> {
  readonly merchants: number
  /** Also a merchant that could not be checked. */
  readonly faults: readonly Fault[]
}

/** Runs a check of all merchants every night. Faults are logged as an error, and stored with the run. */
export function checkJob<Fault>(
  { name, cron, logger }: { readonly name: string; readonly cron: string; readonly logger: Logger },
  check: () => Promise<MerchantsCheck<Fault>>,
): Job<MerchantsCheck<Fault>> {
  return {
    name,
    attempts: 5,
    firstPauseMs: 60_000,
    schedule: { cron, timeZone: 'America/Mexico_City' },
    run: async () => {
      const found = await check()
      if (found.faults.length > 0)
        logger.error({ job: name, faults: found.faults.length }, 'a check has found faults')
      return found
    },
  }
}

interface CheckOptions<Fault> {
  readonly database: Database
  readonly logger: Logger
  /** The name of the job, under which the number of faults is recorded for alerts. */
  readonly job: string
  /** What is wrong with a merchant. */
  readonly find: (tx: Tx<'worker'>, merchantId: string) => Promise<readonly Fault[]>
  readonly unchecked: (merchantId: string) => Fault
}

/**
 * Checks all merchants, each in a transaction of its own. It changes nothing but the recorded number of faults, which each check
 * replaces.
 *
 * @throws Problem `database_unavailable`
 */
export async function checkEveryMerchant<Fault>(
  options: CheckOptions<Fault>,
): Promise<MerchantsCheck<Fault>> {
  const { database, logger, job, find, unchecked } = options
  const faults: Fault[] = []
  let merchants = 0
  for await (const merchantId of everyMerchant(database)) {
    const found = await orLogged(logger, { merchantId, job }, 'a merchant was not checked', () =>
      database.worker((tx) => find(tx, merchantId)),
    )
    faults.push(...(found ?? [unchecked(merchantId)]))
    merchants++
  }
  await database.worker((tx) => queries.noteCheck(tx, job, faults.length))
  return { merchants, faults }
}
