import type { StoreActor } from '../../authorization/principal.ts'
import type { PageRange } from '../../collections/page.ts'
import type { Scope } from '../../collections/scope.ts'
import { type Sql, sql } from '../../database/sql.ts'
import type { Tx } from '../../database/tx.ts'
import type { QueuedSettlement, Settlement, SettlementOrder } from './schema.ts'

const ownColumns = sql`s.id, s.store_id as "storeId", s.amount_centavos as "amountCentavos", s.status,
  s.status_reason as "statusReason", s.tracking_key as "claveRastreo", s.requested_at as "requestedAt",
  s.approved_at as "approvedAt", s.paid_at as "paidAt", s.updated_at as "updatedAt"`

const columns = sql`${ownColumns},
  jsonb_build_object('id', b.id, 'holder', b.holder, 'bankCode', b.bank_code, 'clabeLastFour', b.clabe_last_four,
    'status', money.bank_account_status(b.status, b.expires_at)) as "bankAccount"`

const source = sql`money.settlements s
  join money.bank_accounts b on b.merchant_id = s.merchant_id and b.id = s.bank_account_id`

/**
 * @throws Problem `not_found` (the bank account) · `merchant_unverified` · `bank_account_unverified` ·
 *   `insufficient_funds`
 */
export function request(
  tx: Tx<'store:manager'>,
  actor: StoreActor,
  order: SettlementOrder & { readonly id: string },
): Promise<Settlement> {
  const row = JSON.stringify({
    merchant_id: actor.merchantId,
    id: order.id,
    store_id: actor.storeId,
    amount_centavos: order.amountCentavos,
    bank_account_id: order.bankAccountId,
  })
  return tx.one(sql<Settlement>`
    select ${ownColumns},
           jsonb_build_object('id', s.bank_account_id, 'holder', r.holder, 'bankCode', r.bank_code,
             'clabeLastFour', r.clabe_last_four, 'status', r.account_status) as "bankAccount"
      from money.request_settlement(jsonb_populate_record(null::money.settlements, ${row}::jsonb)) r
     cross join lateral (select (r.made).*) s`)
}

/** What a step changes in a settlement, and what stays as it is in its own row. */
type Stepped = Omit<Settlement, 'bankAccount'>

/** @throws Problem `invalid_transition` */
export function cancel(tx: Tx<'store:manager'>, actor: StoreActor, id: string): Promise<Stepped> {
  return tx.one(sql<Stepped>`
    select ${ownColumns} from money.cancel_settlement(${actor.merchantId}, ${actor.storeId}, ${id}) s`)
}

/**
 * Settlements of the caller's merchants, newest first; an operator's label opens the queue, not this list.
 */
export function settlements(
  tx: Tx<'rows'>,
  scope: Scope,
  filter: { readonly storeId?: string | undefined; readonly status?: string | undefined },
  { limit, after }: PageRange,
): Promise<Settlement[]> {
  const conditions = own(scope)
  if (filter.storeId !== undefined) conditions.push(sql`s.store_id = ${filter.storeId}`)
  if (filter.status !== undefined) conditions.push(sql`s.status = ${filter.status}`)
  if (after !== undefined) conditions.push(sql`s.id < ${after.id}::uuid`)
  return tx.rows(sql<Settlement>`
    select ${columns} from ${source} where ${sql.join(conditions, sql` and `)}
     order by s.id desc limit ${limit}`)
}

/** @throws Problem `not_found` */
export function settlement(
  tx: Tx<'rows'>,
  scope: Scope,
  id: string,
): Promise<Settlement & { readonly merchantId: string }> {
  const conditions = [...own(scope), sql`s.id = ${id}`]
  return tx.one(sql<Settlement & { merchantId: string }>`
    select ${columns}, s.merchant_id as "merchantId" from ${source} where ${sql.join(conditions, sql` and `)}`)
}

function own({ merchantIds }: Scope): Sql[] {
  return [
    sql`s.merchant_id = any (${merchantIds}::uuid[])`,
    sql`s.permission_set = any (app.readable_sets())`,
  ]
}

const decidedColumns = sql`s.requested_by as "requestedBy", s.approved_by as "approvedBy",
  s.updated_by as "updatedBy", money.next_settlement_statuses(s.status) as "nextStatuses"`

const queuedColumns = sql`${columns}, ${decidedColumns},
  jsonb_build_object('id', m.id, 'name', coalesce(m.trade_name, m.name), 'status', m.status,
    'isVerified', m.is_verified) as merchant`

const queuedSource = sql`${source} join platform.merchants m on m.id = s.merchant_id`

/** The platform's queue, oldest first. */
export function queue(
  tx: Tx<'platform:operator'>,
  filter: {
    readonly status?: string | undefined
    readonly merchantId?: string | undefined
    readonly claveRastreo?: string | undefined
  },
  { limit, after }: PageRange,
): Promise<QueuedSettlement[]> {
  const conditions = [sql`true`]
  if (filter.status !== undefined) conditions.push(sql`s.status = ${filter.status}`)
  if (filter.merchantId !== undefined) conditions.push(sql`s.merchant_id = ${filter.merchantId}`)
  if (filter.claveRastreo !== undefined) conditions.push(sql`s.tracking_key = ${filter.claveRastreo}`)
  if (after !== undefined) conditions.push(sql`s.id > ${after.id}::uuid`)
  return tx.rows(sql<QueuedSettlement>`
    select ${queuedColumns} from ${queuedSource} where ${sql.join(conditions, sql` and `)}
     order by s.id limit ${limit}`)
}

/** @throws Problem `not_found` */
export function queued(tx: Tx<'platform:operator'>, id: string): Promise<QueuedSettlement> {
  return tx.one(sql<QueuedSettlement>`select ${queuedColumns} from ${queuedSource} where s.id = ${id}`)
}

/** The account that a payout goes to, sealed as stored. */
interface PayoutAccount {
  readonly bankAccountId: string
  readonly holder: string
  readonly bankCode: string
  readonly sealed: Buffer
  readonly sealedKey: Buffer
  readonly amountCentavos: Settlement['amountCentavos']
}

/**
 * The account of a payout; reading it is audited.
 *
 * @throws Problem `not_found` · `forbidden` · `settlement_not_processing` · `merchant_unverified` ·
 * `bank_account_unverified`
 */
export function readClabe(tx: Tx<'platform:operator'>, id: string): Promise<PayoutAccount> {
  return tx.one(sql<PayoutAccount>`
    select bank_account_id as "bankAccountId", holder, bank_code as "bankCode", sealed, sealed_key as "sealedKey",
           amount_centavos as "amountCentavos"
      from money.read_payout_clabe(${id})`)
}

type Decided = Omit<QueuedSettlement, 'bankAccount' | 'merchant'>

/**
 * @throws Problem `not_found` · `forbidden` · `merchant_suspended` · `invalid_transition` · `merchant_unverified` ·
 *   `bank_account_unverified` · `tracking_key_used`
 */
export function decide(
  tx: Tx<'platform:operator'>,
  id: string,
  verdict: {
    readonly status: string
    readonly reason?: string | undefined
    readonly claveRastreo?: string | undefined
  },
): Promise<Decided> {
  return tx.one(sql<Decided>`
    select ${ownColumns}, ${decidedColumns}
      from money.decide_settlement(${id}, ${verdict.status}, ${verdict.reason ?? null}, ${verdict.claveRastreo ?? null}) s`)
}
