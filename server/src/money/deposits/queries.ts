import type { StoreActor } from '../../authorization/principal.ts'
import type { PageRange } from '../../collections/page.ts'
import type { Scope } from '../../collections/scope.ts'
import { type Sql, sql } from '../../database/sql.ts'
import type { Tx } from '../../database/tx.ts'
import type { Deposit, DepositReport, QueuedDeposit } from './schema.ts'

const columns = sql`d.id, d.store_id as "storeId", d.amount_centavos as "amountCentavos",
  d.tracking_key as "claveRastreo", d.paid_on as "paidOn", d.bank, d.note, d.proof, d.status,
  d.review_reason as "reviewReason", d.reported_at as "reportedAt", d.reviewed_at as "reviewedAt"`

/** Today's date in the merchant's time zone, `YYYY-MM-DD`. */
export async function today(tx: Tx<'store:manager'>, merchantId: string): Promise<string> {
  const { day } = await tx.one(sql<{ day: string }>`
    select (now() at time zone time_zone)::date as day from platform.merchants where id = ${merchantId}`)
  return day
}

/** @throws Problem `deposit_already_reported` */
export function report(
  tx: Tx<'store:manager'>,
  actor: StoreActor,
  deposit: DepositReport & { readonly id: string },
): Promise<Deposit> {
  const row = JSON.stringify({
    merchant_id: actor.merchantId,
    id: deposit.id,
    store_id: actor.storeId,
    amount_centavos: deposit.amountCentavos,
    tracking_key: deposit.claveRastreo,
    paid_on: deposit.paidOn,
    bank: deposit.bank ?? null,
    note: deposit.note ?? null,
    proof: deposit.proof ?? null,
  })
  return tx.one(sql<Deposit>`
    select ${columns} from money.report_deposit(jsonb_populate_record(null::money.deposits, ${row}::jsonb)) d`)
}

/**
 * Deposits of the caller's merchants, newest first. An operator's label opens the queue, not this list: here
 * only the portfolio's set decides.
 */
export function deposits(
  tx: Tx<'rows'>,
  scope: Scope,
  filter: { readonly storeId?: string | undefined; readonly status?: string | undefined },
  { limit, after }: PageRange,
): Promise<Deposit[]> {
  const conditions = own(scope)
  if (filter.storeId !== undefined) conditions.push(sql`d.store_id = ${filter.storeId}`)
  if (filter.status !== undefined) conditions.push(sql`d.status = ${filter.status}`)
  if (after !== undefined) conditions.push(sql`d.id < ${after.id}::uuid`)
  return tx.rows(sql<Deposit>`
    select ${columns} from money.deposits d where ${sql.join(conditions, sql` and `)}
     order by d.id desc limit ${limit}`)
}

/** @throws Problem `not_found` */
export function deposit(tx: Tx<'rows'>, scope: Scope, id: string): Promise<Deposit> {
  const conditions = [...own(scope), sql`d.id = ${id}`]
  return tx.one(
    sql<Deposit>`select ${columns} from money.deposits d where ${sql.join(conditions, sql` and `)}`,
  )
}

function own({ merchantIds }: Scope): Sql[] {
  return [
    sql`d.merchant_id = any (${merchantIds}::uuid[])`,
    sql`d.permission_set = any ((select app.readable_sets())::int[])`,
  ]
}

/** Deposits with what the platform sees of them. Used transfers are looked up afterwards: they are not on the merchants' nodes. */
const queueOf = (page: Sql) => sql`
  with page as materialized (
    select ${columns}, d.reported_by as "reportedBy", d.reviewed_by as "reviewedBy",
           jsonb_build_object('id', m.id, 'name', coalesce(m.trade_name, m.name)) as merchant
      from money.deposits d join platform.merchants m on m.id = d.merchant_id where ${page})
  select p.*, exists (select 1 from money.used_transfers u where u.kind = 'DEPOSIT' and u.tracking_key = p."claveRastreo")
           as "isKeyCredited"
    from page p order by p.id`

/** The platform's queue, oldest first. */
export function queue(
  tx: Tx<'platform:operator'>,
  filter: {
    readonly status?: string | undefined
    readonly merchantId?: string | undefined
    readonly claveRastreo?: string | undefined
  },
  { limit, after }: PageRange,
): Promise<QueuedDeposit[]> {
  const conditions = [sql`true`]
  if (filter.status !== undefined) conditions.push(sql`d.status = ${filter.status}`)
  if (filter.merchantId !== undefined) conditions.push(sql`d.merchant_id = ${filter.merchantId}`)
  if (filter.claveRastreo !== undefined) conditions.push(sql`d.tracking_key = ${filter.claveRastreo}`)
  if (after !== undefined) conditions.push(sql`d.id > ${after.id}::uuid`)
  const page = sql`${sql.join(conditions, sql` and `)} order by d.id limit ${limit}`
  return tx.rows(sql<QueuedDeposit>`${queueOf(page)}`)
}

/** @throws Problem `not_found` */
export function queued(tx: Tx<'platform:operator'>, id: string): Promise<QueuedDeposit> {
  return tx.one(sql<QueuedDeposit>`${queueOf(sql`d.id = ${id}`)}`)
}

/**
 * @returns what the review has changed
 * @throws Problem `not_found` · `forbidden` · `invalid_transition` · `tracking_key_credited`
 */
export function review(
  tx: Tx<'platform:operator'>,
  id: string,
  verdict: { readonly status: string; readonly reason?: string | undefined },
): Promise<Pick<QueuedDeposit, 'status' | 'reviewReason' | 'reviewedAt' | 'reviewedBy'>> {
  return tx.one(sql<Pick<QueuedDeposit, 'status' | 'reviewReason' | 'reviewedAt' | 'reviewedBy'>>`
    select d.status, d.review_reason as "reviewReason", d.reviewed_at as "reviewedAt", d.reviewed_by as "reviewedBy"
      from money.review_deposit(${id}, ${verdict.status}, ${verdict.reason ?? null}) d`)
}
