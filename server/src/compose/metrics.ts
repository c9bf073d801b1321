import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import type { Database } from '../database/database.ts'
import { outageWords } from '../database/errors.ts'
import type { MetricsOptions } from '../http/metrics.ts'
import type { Measures } from '../metrics/measures.ts'
import { type Backups, backupGaugeMeanings, backupGauges } from '../platform/backups/service.ts'
import { type Gauges, gaugeMeanings, monitoringService, ownMeanings } from '../platform/monitoring/service.ts'

/** What `GET /metrics` exports; undefined without a token. */
export function metricsOf({
  config: { metricsToken },
  database,
  logger,
  measures,
  backups,
}: {
  readonly config: Config
  readonly database: Database
  readonly logger: Logger
  readonly measures: Measures | undefined
  readonly backups: Backups | undefined
}): MetricsOptions | undefined {
  if (metricsToken === undefined || measures === undefined) return undefined
  const monitoring = monitoringService({ database })
  /** While the database is away, what the process knows by itself is still exported. */
  const gauges = (): Promise<Gauges> =>
    monitoring.gauges().catch((error: unknown) => {
      logger.warn({ err: error }, 'the database cannot be measured')
      return [{ name: 'database_up', value: 0 }]
    })
  return {
    token: metricsToken,
    registry: measures.registry,
    gauges: async () => [...(await gauges()), ...(await backupGauges(backups))],
    meanings: { ...gaugeMeanings, ...ownMeanings, ...(backups !== undefined && backupGaugeMeanings) },
    pool: database.load,
    usesReplica: database.usesReplica,
    outage: database.outage,
    // Busy is no outage: another request gets the next connection.
    outages: Object.keys(outageWords).filter((reason) => reason !== 'busy'),
  }
}
