import type { Database } from '../../database/database.ts'
import * as queries from './queries.ts'

/** The gauges of the whole product, by their name in functions.sql. */
export const gaugeMeanings: Readonly<Record<string, string>> = {
  vas_sales_pending: 'Service sales without an outcome',
  vas_sale_oldest_pending_seconds: 'Age of the oldest service sale without an outcome',
  vas_sales_in_review: 'Service sales that need a decision',
  work_given_up: 'Durable work that has failed after all attempts and needs a decision',
  work_queued: 'Durable work that waits for a worker',
  work_oldest_queued_seconds: 'Age of the oldest queued durable work',
  work_stalled: 'Stalled durable work: queued for 15 minutes, or no step completed for two hours',
  workers: 'Processes that run durable work and hold their lease; without one no work runs',
  webhook_deliveries_pending: 'Deliveries to webhooks that have not succeeded yet',
  webhook_delivery_oldest_seconds: 'Age of the oldest pending webhook delivery',
  event_oldest_unordered_seconds: 'Age of the oldest event that is not visible to readers yet',
  restored: 'Whether the database was restored and is not reconciled yet: 1 or 0',
  authority_unjournaled: 'Acts of authority that are committed and not reported as journaled yet',
  audit_last_seal_seconds: 'Time since the last audit seal; the log is sealed when there are new entries',
}

/** Counts and ages of pending work in the whole product, for monitoring. Reads tables of other areas. */
export function monitoringService({ database }: { database: Database }) {
  const gauges = (): Promise<{ name: string; value: number }[]> => database.worker((tx) => queries.gauges(tx))
  return { gauges }
}
