import type { PageRange } from '../../collections/page.ts'
import { sql } from '../../database/sql.ts'
import type { Tx } from '../../database/tx.ts'
import type { Assignment } from './schema.ts'

interface Find extends Partial<PageRange<'accountId' | 'merchantId'>> {
  readonly accountId?: string | undefined
  readonly merchantId?: string | undefined
}

/** By account and merchant. */
export function assignments(tx: Tx<'platform:admin'>, find: Find): Promise<Assignment[]> {
  const { after } = find
  const isAfter =
    after === undefined
      ? sql`true`
      : sql`(account_id, merchant_id) > (${after.accountId}::uuid, ${after.merchantId}::uuid)`
  return tx.rows(sql<Assignment>`
    select jsonb_build_object('id', account_id, 'email', email, 'name', name) as account,
           jsonb_build_object('id', merchant_id, 'name', merchant_name) as merchant,
           is_owner as "isOwner", assigned_by as "assignedBy", assigned_at as "assignedAt"
      from platform.admin_assignments_seen(${find.accountId ?? null}, ${find.merchantId ?? null})
     where ${isAfter} order by account_id, merchant_id limit ${find.limit ?? 1}`)
}

/**
 * Returns the account's id. @throws Problem `not_found` · `forbidden` · `label_not_held` · `last_admin` ·
 * `duplicate_value`
 */
export async function assign(tx: Tx<'platform:admin'>, email: string, merchantId: string): Promise<string> {
  const { id } = await tx.one(
    sql<{ id: string }>`select platform.assign_admin(${email}, ${merchantId}) as id`,
  )
  return id
}

/** @throws Problem `not_found` · `forbidden` */
export function unassign(tx: Tx<'platform:admin'>, accountId: string, merchantId: string): Promise<unknown> {
  return tx.rows(sql`select platform.unassign_admin(${accountId}, ${merchantId})`)
}
