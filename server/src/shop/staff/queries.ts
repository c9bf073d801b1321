import { type RawBuilder, sql } from 'kysely'
import type { StoreRole } from '../../authorization/matrix.ts'
import type { Scope } from '../../collections/scope.ts'
import { db } from '../../database/sql.ts'
import type { Tx } from '../../database/tx.ts'
import type { Invite, InviteManager, Membership, ResentInvite } from './schema.ts'

export interface StaffPage extends Scope {
  readonly storeId: string | undefined
  readonly afterId: string | undefined
  readonly limit: number
}

/** A row that a command is about, with its merchant. */
export type Placed<T> = T & { readonly merchantId: string }

/** Active members that the caller may see, oldest first; one row more than asked for. */
export function members(tx: Tx<'rows'>, find: StaffPage): Promise<Membership[]> {
  return tx.rows(
    activeMembers
      .where('m.merchant_id', 'in', find.merchantIds)
      .$if(find.storeId !== undefined, (query) => query.where('m.store_id', '=', find.storeId as string))
      .$if(find.afterId !== undefined, (query) => query.where('m.id', '>', find.afterId as string))
      .orderBy('m.id')
      .limit(find.limit),
  )
}

/** @throws Problem `not_found` */
export function member(tx: Tx<'store:manager'>, scope: Scope, id: string): Promise<Placed<Membership>> {
  return tx.one(
    activeMembers
      .select('m.merchant_id as merchantId')
      .where('m.merchant_id', 'in', scope.merchantIds)
      .where('m.id', '=', id),
  )
}

export function changeRole(
  tx: Tx<'store:manager'>,
  of: Placed<Membership>,
  role: StoreRole,
): Promise<unknown> {
  return tx.rows(sql`select shop.change_role(${of.merchantId}, ${of.id}, ${role})`)
}

export function endMembership(tx: Tx<'store:manager'>, of: Placed<Membership>): Promise<unknown> {
  return tx.rows(sql`select shop.end_membership(${of.merchantId}, ${of.id})`)
}

/** Invitations into stores that can still be accepted, oldest first; one row more than asked for. */
export function invites(tx: Tx<'rows'>, find: StaffPage): Promise<Invite[]> {
  return tx.rows(
    storeInvites
      .where('i.merchant_id', 'in', find.merchantIds)
      .where('i.accepted_at', 'is', null)
      .where('i.revoked_at', 'is', null)
      .where('i.expires_at', '>', sql<Date>`now()`)
      .$if(find.storeId !== undefined, (query) => query.where('i.store_id', '=', find.storeId as string))
      .$if(find.afterId !== undefined, (query) => query.where('i.id', '>', find.afterId as string))
      .orderBy('i.id')
      .limit(find.limit),
  )
}

/** @throws Problem `not_found` */
export function invite(tx: Tx<'store:supervisor'>, scope: Scope, id: string): Promise<Placed<Invite>> {
  return tx.one(
    storeInvites
      .select('i.merchant_id as merchantId')
      .where('i.merchant_id', 'in', scope.merchantIds)
      .where('i.id', '=', id),
  )
}

export function createInvite(
  tx: Tx<'store:supervisor'>,
  into: { readonly merchantId: string; readonly storeId: string },
  who: { readonly email: string; readonly role: StoreRole; readonly tokenHash: Buffer },
): Promise<Invite> {
  return tx.one(sql<Invite>`
    select id, store_id as "storeId", email, role, created_at as "createdAt", expires_at as "expiresAt"
      from shop.create_invite(${into.merchantId}, ${into.storeId}, ${who.email}, ${who.role}, ${who.tokenHash})`)
}

/** @throws Problem `not_found` · `already_member` · `platform_staff` · `merchant_suspended` · `merchant_closed` */
export function inviteManager(
  tx: Tx<'platform:admin'>,
  merchantId: string,
  who: InviteManager & { readonly tokenHash: Buffer },
): Promise<Invite> {
  return tx.one(sql<Invite>`
    select id, store_id as "storeId", email, role, created_at as "createdAt", expires_at as "expiresAt"
      from shop.invite_manager(${merchantId}, ${who.storeId}, ${who.email}, ${who.reason}, ${who.tokenHash})`)
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

// Names are those of the staff records, which row-level security shows to the same people.
const activeMembers = db
  .selectFrom('shop.memberships as m')
  .innerJoin('shop.employees as e', (join) =>
    join.onRef('e.merchant_id', '=', 'm.merchant_id').onRef('e.membership_id', '=', 'm.id'),
  )
  .where('m.ended_at', 'is', null)
  .select([
    'm.id',
    'm.store_id as storeId',
    'm.account_id as accountId',
    'e.name',
    'm.created_at as createdAt',
    role('m.role').as('role'),
    sql<string>`coalesce(e.email, '')`.as('email'),
  ])

const storeInvites = db
  .selectFrom('shop.invites as i')
  .where('i.store_id', 'is not', null)
  .select([
    'i.id',
    'i.email',
    'i.created_at as createdAt',
    'i.expires_at as expiresAt',
    role('i.role').as('role'),
    sql<string>`i.store_id`.as('storeId'),
  ])

/** Checked by the table's own constraint. */
function role(column: string): RawBuilder<StoreRole> {
  return sql<StoreRole>`${sql.ref(column)}`
}
