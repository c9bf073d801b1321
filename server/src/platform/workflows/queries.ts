import type { PageRange } from '../../collections/page.ts'
import { sql } from '../../database/sql.ts'
import type { Tx } from '../../database/tx.ts'
import type { GivenUp } from '../../jobs/jobs.ts'
import type { GivenUpWork, StalledWork } from './schema.ts'

/** Whether the caller is staff that oversees the merchant of the work; null: all merchants. */
export async function oversees(tx: Tx<'authenticated'>, merchantId: string | null): Promise<boolean> {
  const { does } = await tx.one(sql<{ does: boolean }>`select app.oversees(${merchantId}::uuid) as does`)
  return does
}

/** @throws Problem `forbidden` for staff confined to some merchants */
export async function assertOverseesAll(tx: Tx<'platform:operator'>): Promise<void> {
  await tx.rows(sql`select app.assert_oversees_all()`)
}

/** Queues the synchronization of the catalog with the audit row of who requested it. */
export function requestSync(tx: Tx<'platform:operator'>, workflowId: string): Promise<unknown> {
  return tx.rows(sql`select platform.request_catalog_sync(${workflowId})`)
}

/** Records, once, that work has failed all its attempts. */
export function noteGivenUp(tx: Tx<'worker'>, work: GivenUp): Promise<unknown> {
  const input = work.input === null ? null : JSON.stringify(work.input)
  return tx.rows(sql`
    select platform.note_given_up(${work.workflowId}, ${work.name}, ${input}::jsonb, ${work.attempts}, ${work.lastError},
                                  ${work.firstFailedAt})`)
}

const columns = sql`w.id, w.workflow_id as "workflowId", w.name, w.attempts, w.last_error as "lastError",
  w.first_failed_at as "firstFailedAt", w.gave_up_at as "gaveUpAt", w.status, w.decided_at as "decidedAt", w.reason,
  w.retry_workflow_id as "retryWorkflowId",
  case when m.id is not null then jsonb_build_object('id', m.id, 'name', coalesce(m.trade_name, m.name)) end as merchant`

interface Find extends PageRange {
  readonly status?: string | undefined
  readonly merchantId?: string | undefined
}

/** Failed work, newest first. */
export function givenUp(tx: Tx<'platform:operator'>, find: Find): Promise<GivenUpWork[]> {
  const conditions = [sql`true`]
  if (find.status !== undefined) conditions.push(sql`w.status = ${find.status}`)
  if (find.merchantId !== undefined) conditions.push(sql`w.merchant_id = ${find.merchantId}`)
  if (find.after !== undefined) conditions.push(sql`w.id < ${find.after.id}::uuid`)
  return tx.rows(sql<GivenUpWork>`
    select ${columns} from platform.given_up_work w left join platform.merchants m on m.id = w.merchant_id
     where ${sql.join(conditions, sql` and `)} order by w.id desc limit ${find.limit}`)
}

/** Stalled work, longest first; a hundred at most. */
export function stalled(tx: Tx<'platform:operator'>): Promise<StalledWork[]> {
  return tx.rows(sql<StalledWork>`
    select workflow_id as "workflowId", name, status, since from platform.stalled_work_seen()`)
}

/** The amount of stalled work, and since when the oldest. */
export function stalledCount(tx: Tx<'worker'>): Promise<{ count: number; since: Date | null }> {
  return tx.one(sql<{ count: number; since: Date | null }>`
    select count(*)::int as count, min(since) as since
      from app.stalled_work(interval '15 minutes', interval '2 hours')`)
}

/** Starts it again, or dismisses it. @throws Problem `not_found` · `invalid_transition` */
export async function decide(
  tx: Tx<'platform:operator'>,
  id: string,
  status: 'RETRIED' | 'DISMISSED',
  reason: string | null,
): Promise<GivenUpWork> {
  await tx.rows(sql`select platform.decide_given_up(${id}, ${status}, ${reason})`)
  return tx.one(sql<GivenUpWork>`
    select ${columns} from platform.given_up_work w left join platform.merchants m on m.id = w.merchant_id
     where w.id = ${id}`)
}
