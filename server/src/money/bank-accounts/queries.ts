import type { StoreActor } from '../../authorization/principal.ts'
import type { PageRange } from '../../collections/page.ts'
import type { Scope } from '../../collections/scope.ts'
import { type Sql, sql } from '../../database/sql.ts'
import type { Tx } from '../../database/tx.ts'
import type { BankAccount, QueuedBankAccount } from './schema.ts'

/** A row as stored; the service looks up the name of its bank. */
export type Stored<A extends BankAccount> = Omit<A, 'bank'> & { readonly bankCode: string }

const status = sql`money.bank_account_status(a.status, a.expires_at)`
const columns = sql`a.id, a.holder, a.bank_code as "bankCode", a.clabe_last_four as "clabeLastFour", ${status} as status,
  a.reason, a.added_at as "addedAt", a.decided_at as "decidedAt", a.verified_at as "verifiedAt",
  a.expires_at as "expiresAt"`

interface SealedAccount {
  readonly id: string
  readonly holder: string
  readonly bankCode: string
  readonly lastFour: string
  readonly fingerprint: Buffer
  readonly sealed: Buffer
  readonly sealedKey: Buffer
}

/** @throws Problem `duplicate_value` · `verification_locked` · `bank_accounts_pending` */
export function add(
  tx: Tx<'store:manager'>,
  { merchantId, storeId }: StoreActor,
  of: SealedAccount,
): Promise<Stored<BankAccount> & { isNew: boolean }> {
  return tx.one(sql<Stored<BankAccount> & { isNew: boolean }>`
    select ${columns}, a.is_new as "isNew"
      from (select (added.account).*, added.is_new
              from platform.add_bank_account(${merchantId}, ${storeId}, ${of.id}, ${of.holder}, ${of.bankCode},
                     ${of.lastFour}, ${of.fingerprint}, ${of.sealed}, ${of.sealedKey}) added) a`)
}

/**
 * Accounts of the caller's merchants, newest first. An operator's label opens the queue, not this list: here
 * only the portfolio's set decides.
 */
export function bankAccounts(
  tx: Tx<'rows'>,
  scope: Scope,
  { limit, after }: PageRange,
): Promise<Stored<BankAccount>[]> {
  const conditions = [
    sql`a.merchant_id = any (${scope.merchantIds}::uuid[])`,
    sql`a.permission_set = any ((select app.readable_sets())::int[])`,
  ]
  if (after !== undefined) conditions.push(sql`a.id < ${after.id}::uuid`)
  return tx.rows(sql<Stored<BankAccount>>`
    select ${columns} from money.bank_accounts a where ${sql.join(conditions, sql` and `)}
     order by a.id desc limit ${limit}`)
}

const decidedColumns = sql`${columns}, a.is_attested as "isAttested", a.added_by as "addedBy", a.decided_by as "decidedBy"`
const queuedColumns = sql`${decidedColumns},
  jsonb_build_object('id', m.id, 'name', coalesce(m.trade_name, m.name)) as merchant`

/** The current status, in the terms of the stored one, which has the index: accounts expire before the nightly job. */
const now: Readonly<Record<BankAccount['status'], Sql>> = {
  PENDING: sql`a.status = 'PENDING'`,
  VERIFIED: sql`a.status = 'VERIFIED' and a.expires_at > now()`,
  REJECTED: sql`a.status = 'REJECTED'`,
  EXPIRED: sql`(a.status = 'EXPIRED' or a.status = 'VERIFIED' and a.expires_at <= now())`,
}

/** Accounts of the merchants that the caller oversees, oldest first. */
export function queue(
  tx: Tx<'platform:operator'>,
  filter: { readonly status?: BankAccount['status'] | undefined; readonly merchantId?: string | undefined },
  { limit, after }: PageRange,
): Promise<Stored<QueuedBankAccount>[]> {
  const conditions = [sql`app.oversees(a.merchant_id)`]
  if (filter.status !== undefined) conditions.push(now[filter.status])
  if (filter.merchantId !== undefined) conditions.push(sql`a.merchant_id = ${filter.merchantId}`)
  if (after !== undefined) conditions.push(sql`a.id > ${after.id}::uuid`)
  return tx.rows(sql<Stored<QueuedBankAccount>>`
    select ${queuedColumns} from money.bank_accounts a join platform.merchants m on m.id = a.merchant_id
     where ${sql.join(conditions, sql` and `)} order by a.id limit ${limit}`)
}

/** @throws Problem `not_found` */
export function queued(tx: Tx<'platform:operator'>, id: string): Promise<Stored<QueuedBankAccount>> {
  return tx.one(sql<Stored<QueuedBankAccount>>`
    select ${queuedColumns} from money.bank_accounts a join platform.merchants m on m.id = a.merchant_id
     where a.id = ${id} and app.oversees(a.merchant_id)`)
}

/** @throws Problem `not_found` */
export function assertMerchant(tx: Tx<'platform:operator'>, id: string): Promise<unknown> {
  return tx.one(sql`select from platform.merchants m where m.id = ${id} and app.oversees(m.id)`)
}

/** @throws Problem `not_found` · `forbidden` · `verification_locked` · `already_verified` · `invalid_transition` */
export function decide(
  tx: Tx<'platform:operator'>,
  id: string,
  decision: { readonly status: string; readonly reason?: string | undefined },
): Promise<Omit<Stored<QueuedBankAccount>, 'merchant'>> {
  return tx.one(sql<Omit<Stored<QueuedBankAccount>, 'merchant'>>`
    select ${decidedColumns} from platform.decide_bank_account(${id}, ${decision.status}, ${decision.reason ?? null}) a`)
}

/** Expires accounts past their twelve months, at most `limit`; returns how many. */
export async function expire(tx: Tx<'worker'>, limit: number): Promise<number> {
  const { count } = await tx.one(
    sql<{ count: number }>`select platform.expire_bank_accounts(${limit}) as count`,
  )
  return count
}
