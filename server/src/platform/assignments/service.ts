import type { Grant } from '../../authorization/grant.ts'
import { type Order, pageOf } from '../../collections/page.ts'
import type { Database } from '../../database/database.ts'
import { Problem } from '../../problem/problem.ts'
import * as queries from './queries.ts'
import type { Assignment, AssignmentQuery, HeldAssignment, NewAssignment } from './schema.ts'

const byAccount: Order<Assignment, 'accountId' | 'merchantId'> = {
  keys: { accountId: 'uuid', merchantId: 'uuid' },
  of: ({ account, merchant }) => ({ accountId: account.id, merchantId: merchant.id }),
}

export type AssignmentsService = ReturnType<typeof assignmentsService>

/**
 * Administrators who oversee some merchants instead of all. For them, all routes treat other merchants as
 * absent, and refuse what concerns every merchant. The database decides, with `app.oversees`. Owns
 * platform.admin_assignments.
 */
export function assignmentsService({ database }: { database: Database }) {
  /** The merchants that administrators are confined to, assigned or owned. @throws Problem `invalid_cursor` */
  const assignments = (grant: Grant<'platform:admin'>, query: AssignmentQuery) =>
    database.read(grant, (tx) => {
      const { limit, cursor, ...filter } = query
      const asked = { list: 'admin assignments', narrowedBy: [filter], limit, cursor }
      return pageOf(tx, asked, byAccount, (range) => queries.assignments(tx, { ...filter, ...range }))
    })

  /**
   * Confines an administrator to a merchant, or to one more.
   *
   * @throws Problem `not_found` (account or merchant) · `forbidden` (a confined caller) · `label_not_held` ·
   * `last_admin` · `duplicate_value`
   */
  const assign = (
    grant: Grant<'platform:admin'>,
    { email, merchantId }: NewAssignment,
  ): Promise<Assignment> =>
    database.write(grant, async (tx) => {
      const accountId = await queries.assign(tx, email, merchantId)
      const [made] = await queries.assignments(tx, { accountId, merchantId })
      if (made === undefined) throw new Problem('not_found')
      return made
    })

  /**
   * Removes an assignment; without any, an administrator who owns no merchant oversees all. @throws Problem
   * `not_found` · `forbidden`
   */
  const unassign = async (
    grant: Grant<'platform:admin'>,
    { accountId, merchantId }: HeldAssignment,
  ): Promise<void> => {
    await database.write(grant, (tx) => queries.unassign(tx, accountId, merchantId))
  }

  return { assignments, assign, unassign }
}
