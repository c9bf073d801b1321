import type { PageRange } from '../../collections/page.ts'
import { sql } from '../../database/sql.ts'
import type { Tx } from '../../database/tx.ts'
import type { Language } from '../../identity/mails/service.ts'
import type { OperatingFacts } from './diagnosis.ts'
import type {
  Closing,
  CreateMerchant,
  DiagnosisQuery,
  Merchant,
  MerchantStatus,
  OwnerChange,
} from './schema.ts'

const merchantColumns = sql`m.id, m.name, m.trade_name as "tradeName", m.rfc,
  jsonb_build_object('id', o.id, 'email', o.email, 'name', o.name) as owner,
  m.status, m.status_reason as "statusReason", m.is_verified as "isVerified",
  m.verification_status as "verificationStatus", m.database_id as "databaseId", m.created_at as "createdAt"`

interface Find extends PageRange {
  readonly q: string | undefined
  readonly status: string | undefined
  readonly verification: string | undefined
}

/** The directory, newest first: by part of name, trade name or RFC, or by the owner's complete e-mail. */
export function merchants(tx: Tx<'platform:operator'>, find: Find): Promise<Merchant[]> {
  // Staff may also see a merchant because they own it: the directory lists only those that they oversee.
  const conditions = [sql`app.oversees(m.id)`]
  if (find.status !== undefined) conditions.push(sql`m.status = ${find.status}`)
  if (find.verification !== undefined) conditions.push(sql`m.verification_status = ${find.verification}`)
  if (find.after !== undefined) conditions.push(sql`m.id < ${find.after.id}::uuid`)
  if (find.q !== undefined) {
    const part = `%${find.q.replace(/[\\%_]/g, '\\$&')}%`
    conditions.push(sql`(app.fold(concat_ws(' ', m.name, m.trade_name, m.rfc)) like app.fold(${part})
      or m.owner_id = (select identity.account_of(${find.q})))`)
  }
  return tx.rows(sql<Merchant>`
    with page as (
      select * from platform.merchants m where ${sql.join(conditions, sql` and `)}
       order by m.id desc limit ${find.limit})
    select ${merchantColumns}
      from page m join identity.contacts((select array_agg(distinct owner_id) from page)) o on o.id = m.owner_id
     order by m.id desc`)
}

export function merchant(tx: Tx<'platform:operator'>, id: string): Promise<Merchant> {
  return tx.one(sql<Merchant>`
    select ${merchantColumns}
      from platform.merchants m cross join lateral identity.contacts(array[m.owner_id]) o
     where m.id = ${id} and app.oversees(m.id)`)
}

export function create(
  tx: Tx<'platform:admin'>,
  order: CreateMerchant,
  inviteTokenHash: Buffer,
): Promise<{ id: string; inviteExpiresAt: Date | null }> {
  return tx.one(sql<{ id: string; inviteExpiresAt: Date | null }>`
    select merchant_id as id, invite_expires_at as "inviteExpiresAt"
      from platform.create_merchant(${order.name}, ${order.tradeName ?? null}, ${order.rfc ?? null},
        ${order.timeZone ?? null}, ${order.databaseId ?? null}, ${order.owner.email}, ${order.owner.name}, ${inviteTokenHash})`)
}

/**
 * Returns when the invitation of a new owner who has not joined yet expires. `language`: of the mail to the new owner;
 * null: none is written.
 */
export async function changeOwner(
  tx: Tx<'platform:admin'>,
  id: string,
  { owner, reason }: OwnerChange,
  inviteTokenHash: Buffer,
  language: Language | null,
): Promise<Date | null> {
  const { inviteExpiresAt } = await tx.one(sql<{ inviteExpiresAt: Date | null }>`
    select platform.change_owner(${id}, ${owner.email}, ${owner.name}, ${reason}, ${inviteTokenHash}, ${language}) as "inviteExpiresAt"`)
  return inviteExpiresAt
}

/** Returns when the renewed invitation expires. */
export async function renewOwnerInvite(
  tx: Tx<'platform:admin'>,
  id: string,
  inviteTokenHash: Buffer,
): Promise<Date> {
  const { expiresAt } = await tx.one(sql<{ expiresAt: Date }>`
    select platform.renew_owner_invite(${id}, ${inviteTokenHash}) as "expiresAt"`)
  return expiresAt
}

export async function isTimeZone(tx: Tx<'platform:admin'>, name: string): Promise<boolean> {
  const found = await tx.first(sql`select from pg_timezone_names where name = ${name}`)
  return found !== undefined
}

export async function setStatus(tx: Tx<'platform:admin'>, id: string, change: MerchantStatus): Promise<void> {
  await tx.rows(sql`select platform.set_merchant_status(${id}, ${change.status}, ${change.reason})`)
}

/**
 * @throws Problem `not_found` · `invalid_request` (another name) · `merchant_closed` · `merchant_not_settled` ·
 * `money_may_return`
 */
export async function close(tx: Tx<'platform:admin'>, id: string, { name, reason }: Closing): Promise<void> {
  await tx.rows(sql`select platform.close_merchant(${id}, ${name}, ${reason})`)
}

/** @throws Problem `not_found` */
export function operatingFacts(
  tx: Tx<'platform:operator'>,
  id: string,
  { storeId, terminalId }: DiagnosisQuery,
): Promise<OperatingFacts> {
  return tx.one(sql<OperatingFacts>`
    select merchant_status as "merchantStatus", is_verified as "isVerified",
           unverified_can_operate as "unverifiedCanOperate", owner_can_sign_in as "ownerCanSignIn",
           open_stores::int as "openStores", available_centavos as "availableCentavos", store_status as "storeStatus",
           store_people::int as "storePeople", store_terminals::int as "storeTerminals",
           store_connections::int as "storeConnections", terminal_status as "terminalStatus"
      from platform.operating_facts(${id}, ${storeId ?? null}, ${terminalId ?? null})`)
}
