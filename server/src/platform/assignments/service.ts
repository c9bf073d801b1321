import type { Grant } from '../../authorization/grant.ts'
import { decodeCursor, encodeCursor, listName } from '../../collections/cursor.ts'
import type { Database } from '../../database/database.ts'
import { Problem } from '../../problem/problem.ts'
import * as queries from './queries.ts'
import type { Assignment, AssignmentQuery, HeldAssignment, NewAssignment } from './schema.ts'

export type AssignmentsService = ReturnType<typeof assignmentsService>

/**
 * Administrators who oversee some merchants instead of all. For those, other merchants are not there, in any route;
 * what concerns every merchant is not theirs to do. The database decides, by `app.oversees`.
 * Owns platform.admin_assignments.
 */
export function assignmentsService({ database }: { database: Database }) {
  /** Who is confined to what. @throws Problem `invalid_cursor` */
  const assignments = (grant: Grant<'platform:admin'>, query: AssignmentQuery) =>
    database.read(grant, async (tx) => {
      const { limit, cursor, ...filter } = query
      const list = listName(['admin assignments', filter])
      const rows = await queries.assignments(tx, { ...filter, limit: limit + 1, after: after(list, cursor) })
      const last = rows.length > limit ? rows[limit - 1] : undefined
      return {
        items: rows.slice(0, limit),
        nextCursor:
          last === undefined ? null : encodeCursor(list, { key: last.account.id, id: last.merchant.id }),
      }
    })

  /**
   * Confines an administrator to a merchant, or to one more.
   *
   * @throws Problem `not_found` (account or merchant) · `forbidden` (one who is confined) · `label_not_held` ·
   *   `last_admin` · `duplicate_value`
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

  /** Takes an assignment back; without any, the administrator oversees all. @throws Problem `not_found` · `forbidden` */
  const unassign = async (
    grant: Grant<'platform:admin'>,
    { accountId, merchantId }: HeldAssignment,
  ): Promise<void> => {
    await database.write(grant, (tx) => queries.unassign(tx, accountId, merchantId))
  }

  return { assignments, assign, unassign }
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

function after(list: string, cursor: string | undefined) {
  if (cursor === undefined) return undefined
  const { key, id } = decodeCursor(list, 'text', cursor)
  if (!uuid.test(key)) throw new Problem('invalid_cursor')
  return { accountId: key, merchantId: id }
}
