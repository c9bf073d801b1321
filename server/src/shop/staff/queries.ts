import type { StoreRole } from '../../authorization/matrix.ts'
import type { PageRange } from '../../collections/page.ts'
import type { Scope } from '../../collections/scope.ts'
import { sql } from '../../database/sql.ts'
import type { Tx } from '../../database/tx.ts'
import type { Language } from '../../identity/mails/service.ts'
import type { Invite, InviteManager, Membership, ResentInvite } from './schema.ts'

export interface StaffPage extends Scope, PageRange {
  readonly storeId: string | undefined
}

/** A row that a command changes, with its merchant. */
export type Placed<T> = T & { readonly merchantId: string }

/** Active members that the caller can see, oldest first. */
export async function members(tx: Tx<'rows'>, find: StaffPage): Promise<Membership[]> {
  const rows = await tx.rows(sql<Found>`
    select ${memberColumns} ${activeMembers} and m.merchant_id = any (${find.merchantIds}::uuid[])
       ${find.storeId === undefined ? sql`` : sql`and m.store_id = ${find.storeId}`}
       ${find.after === undefined ? sql`` : sql`and m.id > ${find.after.id}`}
     order by m.id limit ${find.limit}`)
  return reachable(tx, rows)
}

type Found = Omit<Membership, 'email'>

/**
 * Adds the addresses that the caller may see. This is a query of its own, because the node of a cluster that has the rows
 * does not have the addresses.
 */
async function reachable<T extends Found>(tx: Tx<never>, rows: readonly T[]): Promise<(T & Membership)[]> {
  const seen = await tx.rows(sql<{ id: string; email: string }>`
    select id, email from identity.emails_seen(${rows.map(({ accountId }) => accountId)}::uuid[])
     where email is not null`)
  const emails = new Map(seen.map(({ id, email }) => [id, email]))
  return rows.map((row) => ({ ...row, email: emails.get(row.accountId) ?? null }))
}

/** @throws Problem `not_found` */
export async function member(
  tx: Tx<'store:manager'> | Tx<'store:supervisor'>,
  scope: Scope,
  id: string,
): Promise<Placed<Membership>> {
  const found = await tx.one(sql<Placed<Found>>`
    select m.merchant_id as "merchantId", ${memberColumns}
      ${activeMembers} and m.merchant_id = any (${scope.merchantIds}::uuid[]) and m.id = ${id}`)
  const [row] = await reachable(tx, [found])
  return row as Placed<Membership>
}

/** `language`: of the mail to the owner; null: none is written. */
export function changeRole(
  tx: Tx<'store:manager'>,
  of: Placed<Membership>,
  role: StoreRole,
  language: Language | null,
): Promise<unknown> {
  return tx.rows(sql`select shop.change_role(${of.merchantId}, ${of.id}, ${role}, ${language})`)
}

/** `language`: of the mail to the owner; null: none is written. */
export function endMembership(
  tx: Tx<'store:manager'>,
  of: Placed<Membership>,
  language: Language | null,
): Promise<unknown> {
  return tx.rows(sql`select shop.end_membership(${of.merchantId}, ${of.id}, ${language})`)
}

/** Open invitations into stores, oldest first. */
export function invites(tx: Tx<'rows'>, find: StaffPage): Promise<Invite[]> {
  return tx.rows(sql<Invite>`
    select ${inviteColumns} from shop.invites i
     where i.store_id is not null and i.role is not null and i.merchant_id = any (${find.merchantIds}::uuid[])
       and i.accepted_at is null and i.revoked_at is null and i.expires_at > now()
       ${find.storeId === undefined ? sql`` : sql`and i.store_id = ${find.storeId}`}
       ${find.after === undefined ? sql`` : sql`and i.id > ${find.after.id}`}
     order by i.id limit ${find.limit}`)
}

/** @throws Problem `not_found` */
export function invite(tx: Tx<'store:supervisor'>, scope: Scope, id: string): Promise<Placed<Invite>> {
  return tx.one(sql<Placed<Invite>>`
    select i.merchant_id as "merchantId", ${inviteColumns} from shop.invites i
     where i.store_id is not null and i.role is not null and i.merchant_id = any (${scope.merchantIds}::uuid[]) and i.id = ${id}`)
}

export function createInvite(
  tx: Tx<'store:supervisor'>,
  into: { readonly merchantId: string; readonly storeId: string },
  who: { readonly email: string; readonly role: StoreRole; readonly tokenHash: Buffer },
): Promise<Invite> {
  return tx.one(sql<Invite>`
    select ${inviteColumns}
      from shop.create_invite(${into.merchantId}, ${into.storeId}, ${who.email}, ${who.role}, ${who.tokenHash}) i
     where i.store_id is not null and i.role is not null`)
}

/** @throws Problem `not_found` · `already_member` · `platform_staff` · `merchant_suspended` · `merchant_closed` */
export function inviteManager(
  tx: Tx<'platform:admin'>,
  merchantId: string,
  who: InviteManager & { readonly tokenHash: Buffer },
): Promise<Invite> {
  return tx.one(sql<Invite>`
    select ${inviteColumns}
      from shop.invite_manager(${merchantId}, ${who.storeId}, ${who.email}, ${who.reason}, ${who.tokenHash}) i
     where i.store_id is not null and i.role is not null`)
}

/** @throws Problem `not_found` · `forbidden` · `invalid_transition` · `email_taken` */
export function inviteToAddEmail(
  tx: Tx<'store:supervisor'>,
  of: Placed<Membership>,
  email: string,
  tokenHash: Buffer,
): Promise<Invite> {
  return tx.one(sql<Invite>`
    select ${inviteColumns}
      from shop.invite_to_add_email(${of.merchantId}, ${of.id}, ${email}, ${tokenHash}) i
     where i.store_id is not null and i.role is not null`)
}

export function revokeInvite(tx: Tx<'store:supervisor'>, of: Placed<Invite>): Promise<unknown> {
  return tx.rows(sql`select shop.revoke_invite(${of.merchantId}, ${of.id})`)
}

/** @throws Problem `not_found` · `invite_spent` */
export function resendInvite(tx: Tx<'platform:operator'>, id: string, reason: string): Promise<ResentInvite> {
  return tx.one(sql<ResentInvite>`
    select id, merchant_id as "merchantId", store_id as "storeId", expires_at as "expiresAt"
      from shop.resend_invite(${id}, ${reason})`)
}

const memberColumns = sql`m.id, m.store_id as "storeId", m.account_id as "accountId", m.role, e.name,
  m.created_at as "createdAt", shop.pin_refusal(c.role, m.role, m.account_id, p.owner_id) as "pinRefusal"`

// Names come from the staff records, which row-level security shows to the same people.
const activeMembers = sql`
  from shop.memberships m join shop.employees e on e.merchant_id = m.merchant_id and e.membership_id = m.id
       join platform.merchants p on p.id = m.merchant_id
       left join shop.memberships c on c.merchant_id = m.merchant_id and c.store_id = m.store_id
         and c.account_id = app.account_id() and c.ended_at is null
 where m.ended_at is null`

const inviteColumns = sql`i.id, i.store_id as "storeId", i.email, i.role, i.created_at as "createdAt",
  i.expires_at as "expiresAt", (select m.id from shop.memberships m where m.merchant_id = i.merchant_id
    and m.store_id = i.store_id and m.account_id = i.account_id and m.ended_at is null) as "membershipId"`

/** Writes the mail of an invitation that this transaction has created. */
export async function mailInvite(
  tx: Tx<'store:supervisor'> | Tx<'platform:admin'>,
  mail: {
    readonly tokenHash: Buffer
    readonly mailId: string
    readonly tokenSealed: Buffer
    readonly language: 'es' | 'en'
  },
): Promise<void> {
  await tx.rows(
    sql`select shop.mail_invite(${mail.tokenHash}, ${mail.mailId}, ${mail.tokenSealed}, ${mail.language})`,
  )
}
