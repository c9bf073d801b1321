import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import type { Database } from '../database/database.ts'
import { outageWords } from '../database/errors.ts'
import type { MetricsOptions } from '../http/metrics.ts'
import type { Measures } from '../metrics/measures.ts'
import { backupMarkGauges, backupMarkMeanings, type ReadBackupMarks } from '../platform/backups/marks.ts'
import { type Backups, backupGaugeMeanings, backupGauges } from '../platform/backups/service.ts'
import { type Gauges, gaugeMeanings, monitoringService, ownMeanings } from '../platform/monitoring/service.ts'

/** What `GET /metrics` exports; undefined without a token. */
export function metricsOf({
  config: { metricsToken },
  database,
  logger,
  measures,
  backups,
  backupMarks,
  readiness,
  isWorkerLetIn,
}: {
  readonly config: Config
  readonly database: Database
  readonly logger: Logger
  readonly measures: Measures | undefined
  readonly backups: Backups | undefined
  readonly backupMarks: ReadBackupMarks | undefined
  /** What is wrong with the database for the API's login. */
  readonly readiness: () => Promise<readonly string[]>
  readonly isWorkerLetIn: () => Promise<boolean>
}): MetricsOptions | undefined {
  if (metricsToken === undefined || measures === undefined) return undefined
  const monitoring = monitoringService({ database })
  /** While the database cannot be measured, what the process knows by itself is still exported. */
  const gauges = async (): Promise<Gauges> => {
    const [measured, isLetIn] = await Promise.all([
      monitoring.gauges().catch((error: unknown) => {
        logger.warn({ err: error }, 'the database cannot be measured')
        return undefined
      }),
      isWorkerLetIn(),
    ])
    // Figures are also missing when one node of a cluster does not answer, so the database itself is checked separately.
    const isUp = measured !== undefined || (await readiness()).length === 0
    return [
      ...(measured ?? []),
      { name: 'database_up', value: isUp ? 1 : 0 },
      { name: 'database_worker_up', value: isLetIn ? 1 : 0 },
      { name: 'database_measured', value: measured === undefined ? 0 : 1 },
    ]
  }
  return {
    token: metricsToken,
    registry: measures.registry,
    gauges: async () => [
      ...(await gauges()),
      ...(await backupGauges(backups)),
      ...(await backupMarkGauges(backupMarks)),
    ],
    meanings: {
      ...gaugeMeanings,
      ...ownMeanings,
      ...(backups !== undefined && backupGaugeMeanings),
      ...(backupMarks !== undefined && backupMarkMeanings),
    },
    pool: database.load,
    usesReplica: database.usesReplica,
    outage: database.outage,
    // Busy is no outage: another request gets the next connection.
    outages: Object.keys(outageWords).filter((reason) => reason !== 'busy'),
  }
}
