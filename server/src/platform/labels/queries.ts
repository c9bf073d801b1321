import type { Label } from '../../authorization/access.ts'
import type { PageRange } from '../../collections/page.ts'
import { sql } from '../../database/sql.ts'
import type { Tx } from '../../database/tx.ts'
import type { Language } from '../../identity/mails/service.ts'

export interface LabelRow {
  readonly accountId: string
  readonly email: string
  readonly name: string
  readonly label: Label
  readonly grantedAt: Date
  readonly grantedBy: string | null
}

const labelColumns = sql`account_id as "accountId", email, name, label, granted_at as "grantedAt",
  granted_by as "grantedBy"`

export function labelHolders(
  tx: Tx<'platform:admin'>,
  { limit, after }: PageRange<'email' | 'label'>,
): Promise<LabelRow[]> {
  const isAfter =
    after === undefined ? sql`true` : sql`(lower(email), label) > (${after.email}, ${after.label})`
  return tx.rows(sql<LabelRow>`
    select ${labelColumns} from platform.label_holders()
     where ${isAfter} order by lower(email), label limit ${limit}`)
}

export function grantLabel(tx: Tx<'platform:admin'>, email: string, label: Label): Promise<LabelRow> {
  return tx.one(sql<LabelRow>`select ${labelColumns} from platform.grant_label(${email}, ${label})`)
}

export async function revokeLabel(tx: Tx<'platform:admin'>, accountId: string, label: Label): Promise<void> {
  await tx.rows(sql`select platform.revoke_label(${accountId}, ${label})`)
}

export interface AccountRow {
  readonly id: string
  readonly email: string | null
  readonly name: string
  readonly status: 'ACTIVE' | 'BLOCKED'
}

/** `language`: of the mails to owners; null: none is written. */
export function setAccountStatus(
  tx: Tx<'platform:admin'>,
  accountId: string,
  change: { status: 'ACTIVE' | 'BLOCKED'; reason: string },
  language: Language | null,
): Promise<AccountRow> {
  return tx.one(sql<AccountRow>`
    select account_id as id, email, name, status
      from platform.set_account_status(${accountId}, ${change.status}, ${change.reason}, ${language})`)
}
