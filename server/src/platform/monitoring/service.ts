import type { Database } from '../../database/database.ts'
import { setStatementTimeout } from '../../database/statement-timeout.ts'
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
  reconciliation_differences:
    'Differences between service sales, the books and the provider’s list, of the compared days of the last week',
  reconciliation_oldest_missed_seconds:
    'Time since the end of the oldest day that was not compared with the provider’s list; some hours each night are usual',
  ledger_imbalances: 'Faults that the last check of the ledger has found',
  stock_faults: 'Faults that the last check of the stock has found',
  ledger_last_check_seconds:
    'Time since the ledger was checked; before the first check, since there is a database',
  stock_last_check_seconds:
    'Time since the stock was checked; before the first check, since there is a database',
  webhook_deliveries_pending:
    'Deliveries that have not succeeded yet, to active webhooks of active merchants; others are not sent',
  webhook_delivery_oldest_seconds: 'Age of the oldest of them',
  event_oldest_unordered_seconds: 'Age of the oldest event that is not visible to readers yet',
  restored: 'Whether the database was restored and is not reconciled yet: 1 or 0',
  authority_unjournaled: 'Acts of authority that are committed and not reported as journaled yet',
  audit_last_seal_seconds: 'Time since the last audit seal; the log is sealed when there are new entries',
  audit_oldest_unsealed_seconds: 'Age of the oldest entry of the audit log without a seal; a minute is usual',
  replication_standbys: 'Processes that stream the WAL: standbys, and base backups while they run',
  replication_behind_bytes:
    'WAL that the slowest of them has not replayed; NaN: not known without pg_read_all_stats',
  replication_slots_unused: 'Replication slots that nothing reads; PostgreSQL keeps all WAL for them',
  replication_slot_retained_bytes: 'WAL that PostgreSQL keeps for the slowest replication slot',
  wal_archive_on:
    'Whether PostgreSQL archives its WAL: 1 or 0; without it, changes since the last backup cannot be restored',
  wal_archive_failing: 'Whether archive_command of PostgreSQL failed last: 1 or 0',
  wal_unarchived_seconds:
    'Time since PostgreSQL has archived a segment of WAL, while a full one waits for it; 0: none waits',
}

/** Measured at each look, beside the gauges of the database. */
export const ownMeanings: Readonly<Record<string, string>> = {
  database_up: 'Whether this process reaches the database: 1 or 0',
  database_worker_up:
    'Whether the database lets the login of the worker in: 1 or 0; without it services are refused',
  database_measured:
    'Whether the figures of the database could be read: 1 or 0; without them most other gauges are absent',
  clock_offset_seconds: 'How far the clock of the database is ahead of the clock of this process',
}

/** Prometheus waits ten seconds for the whole answer of `/metrics`. */
const longestMs = 4_000

export type Gauges = readonly { readonly name: string; readonly value: number }[]

/** Counts and ages of pending work in the whole product, for monitoring. Reads tables of other areas. */
export function monitoringService({ database }: { database: Database }) {
  /** @throws Problem while the database, or a node of a cluster, is away, or takes too long */
  const gauges = (): Promise<Gauges> =>
    database.worker(async (tx) => {
      await setStatementTimeout(tx, longestMs)
      const stored = await queries.gauges(tx)
      const askedAt = Date.now()
      const theirs = await queries.clockMs(tx)
      const offset = (theirs - (askedAt + Date.now()) / 2) / 1000
      return [...stored, { name: 'clock_offset_seconds', value: offset }]
    })
  return { gauges }
}
