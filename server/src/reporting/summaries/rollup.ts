import type { Database } from '../../database/database.ts'
import type { Job, Stopped } from '../../jobs/jobs.ts'
import * as queries from './queries.ts'
import { addDays, pieces, type Span } from './span.ts'

/** What a run is asked for; the nightly one is asked for nothing in particular. */
export interface RollupInput extends Span {
  readonly merchantId: string | null
  /** Account; the run ends when it may do this no longer. */
  readonly startedBy: string
}

export interface RollupReport extends Span {
  readonly merchants: number
  /** Rows that were made: of days not told before, and of those that history tells otherwise now. */
  readonly made: number
}

export const rollupJob = 'settlements.rollup'

/** Late entries reach a day for a week after it; whatever comes later takes a run by hand. */
export const usualDays = 7

const merchantsAtOnce = 100
/** Days in one transaction. */
const daysAtOnce = 7

/**
 * Tells what each merchant's days came to. It may be repeated as often as one likes, from the start or at the same
 * time by two: the rows follow from history alone, and what is told already is not told again.
 */
export function settlementRollup(database: Database): Job<RollupReport, RollupInput | undefined> {
  return {
    name: rollupJob,
    attempts: 6,
    firstPauseMs: 10_000,
    schedule: { cron: '30 4 * * *', timeZone: 'America/Mexico_City' },
    async run(input): Promise<RollupReport | Stopped> {
      const span = input ?? (await usualSpan(database))
      let [merchants, made, after] = [0, 0, undefined as string | undefined]
      for (;;) {
        const ids = input?.merchantId ? [input.merchantId] : await nextMerchants(database, after)
        for (const id of ids) {
          if (!(await mayGoOn(database, input, id))) {
            return { stopped: 'permission_missing', report: { ...daysOf(span), merchants, made } }
          }
          made += await rollUpMerchant(database, id, span)
          merchants++
        }
        after = ids.at(-1)
        if (input?.merchantId || ids.length < merchantsAtOnce) return { ...daysOf(span), merchants, made }
      }
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

const nextMerchants = (database: Database, after: string | undefined) =>
  database.worker((tx) => queries.merchantsAfter(tx, after, merchantsAtOnce))

const mayGoOn = async (database: Database, input: RollupInput | undefined, merchantId: string) =>
  input === undefined || database.worker((tx) => queries.mayStillRollUp(tx, input.startedBy, merchantId))

async function rollUpMerchant(database: Database, id: string, span: Span): Promise<number> {
  let made = 0
  for (const piece of pieces(span, daysAtOnce))
    made += await database.worker((tx) => queries.rollUp(tx, id, piece))
  return made
}
