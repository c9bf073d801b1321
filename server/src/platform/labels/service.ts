import type { Label } from '../../authorization/access.ts'
import type { Grant } from '../../authorization/grant.ts'
import { type Order, pageOf } from '../../collections/page.ts'
import type { Database } from '../../database/database.ts'
import { type Language, mailedLanguage } from '../../identity/mails/service.ts'
import { Problem } from '../../problem/problem.ts'
import * as queries from './queries.ts'

const byEmail: Order<queries.LabelRow, 'email' | 'label'> = {
  keys: { email: 'text', label: 'text' },
  of: ({ email, label }) => ({ email: email.toLowerCase(), label }),
}

interface Dependencies {
  readonly database: Database
  /** Whether this installation sends mail. */
  readonly sendsMail: boolean
}

export type RolesService = ReturnType<typeof rolesService>

/**
 * Platform roles: holders of labels, and blocked accounts. At least one administrator always remains; nothing
 * that relied on a label commits after its removal has returned. Owns identity.labels, and the status of
 * identity.accounts.
 */
export function rolesService({ database, sendsMail }: Dependencies) {
  const mailed = mailedLanguage(sendsMail)

  /** Holders of labels, by e-mail. @throws Problem `invalid_cursor` */
  const holders = (grant: Grant<'platform:admin'>, page: { limit: number; cursor?: string | undefined }) =>
    database.read(grant, (tx) =>
      pageOf(tx, { list: 'roles', narrowedBy: [], ...page }, byEmail, (range) =>
        queries.labelHolders(tx, range),
      ),
    )

  /** @throws Problem `not_found` (no such account) · `email_unproved` · `label_held` · `store_staff` */
  const grantLabel = (grant: Grant<'platform:admin'>, holder: { email: string; label: Label }) =>
    database.write(grant, (tx) => queries.grantLabel(tx, holder.email, holder.label))

  /** @throws Problem `not_found` · `label_not_held` · `last_admin` */
  const revokeLabel = (grant: Grant<'platform:admin'>, holder: { accountId: string; label: Label }) =>
    database.write(grant, (tx) => queries.revokeLabel(tx, holder.accountId, holder.label))

  /**
   * Blocks an account, which ends its sessions, or unblocks it. @throws Problem `not_found` · `last_admin`
   */
  const setAccountStatus = (
    grant: Grant<'platform:admin'>,
    accountId: string,
    change: { status: 'ACTIVE' | 'BLOCKED'; reason: string },
    language: Language,
  ) => database.write(grant, (tx) => queries.setAccountStatus(tx, accountId, change, mailed(language)))

  /** Reserved. @throws Problem `not_active`, always */
  const impersonate = async (grant: Grant<'platform:admin'>): Promise<never> => {
    await database.read(grant, async () => {})
    throw new Problem('not_active', { detail: 'Impersonation is not in use.' })
  }

  return { impersonate, holders, grantLabel, revokeLabel, setAccountStatus }
}
