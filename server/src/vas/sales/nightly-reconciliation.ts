import type { Logger } from 'pino'
import type { Job } from '../../jobs/jobs.ts'
import { orLogged } from '../../jobs/or-logged.ts'
import { type Reconciliation, type ReconciliationOptions, reconcileDay } from './reconciliation.ts'
import * as queries from './reconciliation-queries.ts'

interface Night {
  readonly days: readonly Reconciliation[]
}

/** Every night after the catalog: yesterday, and earlier days that were missed. */
export function reconciliationJob(options: ReconciliationOptions, logger: Logger): Job<Night> {
  return {
    name: 'vas.reconciliation',
    attempts: 5,
    firstPauseMs: 60_000,
    schedule: { cron: '0 4 * * *', timeZone: 'America/Mexico_City' },
    run: () => reconcileMissedDays(options, logger),
  }
}

/**
 * Compares every day of the last thirty that was not compared yet. A day with differences is logged as an error, and counts as
 * compared: `mostrador reconcile --day` compares it again.
 *
 * @throws Error when a day could not be compared, after all others; a repeated run compares only the days that are missing
 */
export async function reconcileMissedDays(options: ReconciliationOptions, logger: Logger): Promise<Night> {
  const due = await options.database.worker(queries.daysToReconcile)
  const days: Reconciliation[] = []
  for (const day of due) {
    const report = await orLogged(logger, { day }, 'a day was not compared with the provider', async () => {
      const compared = await reconcileDay(options, day)
      if (!(await noteDay(options, compared)))
        throw new Error('the provider’s list of our own account could not be read')
      return compared
    })
    if (report === undefined) continue
    days.push(report)
    if (report.differences.length > 0)
      logger.error({ day, differences: report.differences.length }, 'books and provider differ')
  }
  if (days.length < due.length)
    throw new Error(`${due.length - days.length} of ${due.length} days were not compared; the log names them`)
  return { days }
}

/**
 * Records a day as compared, with the number of its differences; a day that has not ended is not recorded.
 *
 * @returns false when the provider's list of our own account could not be read: then nothing is recorded
 */
export async function noteDay(
  { database }: Pick<ReconciliationOptions, 'database'>,
  { day, differences }: Reconciliation,
): Promise<boolean> {
  const wasRead = differences.every(
    ({ kind, connectionId }) => kind !== 'list_unavailable' || connectionId !== undefined,
  )
  if (wasRead) await database.worker((tx) => queries.noteReconciled(tx, day, differences.length))
  return wasRead
}
