import type { Database } from '../../database/database.ts'
import * as queries from './queries.ts'

/** What is measured of the product as a whole, by the name that its functions.sql gives it. */
export const gaugeMeanings: Readonly<Record<string, string>> = {
  vas_sales_pending: 'Sales of services without an outcome',
  vas_sale_oldest_pending_seconds: 'Age of the oldest sale of a service without an outcome',
  vas_sales_in_review: 'Sales of services that a person has to decide about',
  work_given_up: 'Durable work that has spent its attempts and waits for a person',
  work_queued: 'Durable work that waits for a worker',
  work_oldest_queued_seconds: 'How long the oldest of it has waited',
  work_stalled: 'Durable work that does not move: queued for 15 minutes, or no step ended for two hours',
  workers: 'Processes that do durable work and hold their lease; without one nothing moves',
  webhook_deliveries_pending: 'Deliveries to webhooks that have not succeeded yet',
  webhook_delivery_oldest_seconds: 'Age of the oldest of these',
  event_oldest_unordered_seconds: 'Age of the oldest event that readers cannot see yet',
  audit_last_seal_seconds: 'Time since the audit log was last sealed; it is when there is something new',
}

/** Counts and ages of what waits in the whole product, for a monitor's eyes. Reads what others own. */
export function monitoringService({ database }: { database: Database }) {
  const gauges = (): Promise<{ name: string; value: number }[]> => database.worker((tx) => queries.gauges(tx))
  return { gauges }
}
