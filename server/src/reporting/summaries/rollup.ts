import type { Logger } from 'pino'
import type { Database } from '../../database/database.ts'
import { everyMerchant } from '../../jobs/every-merchant.ts'
import type { Job, Stopped } from '../../jobs/jobs.ts'
import { rollupRun } from '../rollup-run.ts'
import * as queries from './queries.ts'
import { addDays, pieces, type Span } from './span.ts'

/** The parameters of a run; the nightly one has none. */
export interface RollupInput extends Span {
  readonly merchantId: string | null
  /** The requesting account; the run ends when it loses the permission. */
  readonly startedBy: string
}

export interface RollupReport extends Span {
  readonly merchants: number
  /** Rows written: of new days, and of days whose history has changed. */
  readonly made: number
}

/** Named by `reporting.request_rollup`, too. */
const rollupJob = 'settlements.rollup'

/** Late entries are expected for a week; later ones need a manual run. */
export const usualDays = 7

/** Days per transaction. */
const daysAtOnce = 7

/**
 * Rolls up each merchant's days. It may be repeated at any time, also concurrently: the rows follow only from
 * history, and unchanged days are not written again. A merchant whose days cannot be rolled up keeps no other one from
 * it; the run fails at its end, and is repeated.
 */
export function settlementRollup(
  database: Database,
  logger: Logger,
): Job<RollupReport, RollupInput | undefined> {
  return {
    name: rollupJob,
    attempts: 6,
    firstPauseMs: 10_000,
    schedule: { cron: '30 4 * * *', timeZone: 'America/Mexico_City' },
    async run(input): Promise<RollupReport | Stopped> {
      const span = input ?? (await usualSpan(database))
      const merchants = rollupRun(logger, 'merchants')
      let made = 0
      for await (const id of input?.merchantId ? [input.merchantId] : everyMerchant(database)) {
        if (!(await mayGoOn(database, input, id))) {
          const report = { ...daysOf(span), merchants: merchants.done(), made }
          return { stopped: 'permission_missing', report }
        }
        made += (await merchants.rollUp({ merchantId: id }, () => rollUpMerchant(database, id, span))) ?? 0
      }
      return { ...daysOf(span), merchants: merchants.finish(), made }
    },
  }
}

const daysOf = ({ from, to }: Span): Span => ({ from, to })

function usualSpan(database: Database): Promise<Span> {
  return database.worker(async (tx) => {
    const to = addDays(await queries.today(tx), -1)
    return { from: addDays(to, 1 - usualDays), to }
  })
}

const mayGoOn = async (database: Database, input: RollupInput | undefined, merchantId: string) =>
  input === undefined || database.worker((tx) => queries.mayStillRollUp(tx, input.startedBy, merchantId))

async function rollUpMerchant(database: Database, id: string, span: Span): Promise<number> {
  let made = 0
  for (const piece of pieces(span, daysAtOnce))
    made += await database.worker((tx) => queries.rollUp(tx, id, piece))
  return made
}
