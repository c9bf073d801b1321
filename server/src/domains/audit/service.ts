import type { Grant } from '../../authorization/grant.ts'
import { decodeCursor, encodeCursor, listName } from '../../collections/cursor.ts'
import { scopeOf } from '../../collections/scope.ts'
import type { Database } from '../../database/database.ts'
import * as queries from './queries.ts'
import type { AuditEntry, PlatformAuditQuery, StoreAuditQuery } from './schema.ts'

interface AuditPage {
  items: AuditEntry[]
  nextCursor: string | null
}

export type AuditService = ReturnType<typeof auditService>

/**
 * What happened, as it was written down in the transaction that did it.
 * Nobody changes an entry or writes one in another's name; a store's entries are read by its supervisors and
 * managers, the platform's own by its staff, and neither by the other.
 * Owns platform.audit_log.
 */
export function auditService({ database }: { database: Database }) {
  /** Entries of the stores whose audit the caller may read, newest first. @throws Problem `invalid_cursor` */
  const storeAudit = (grant: Grant<'rows'>, query: StoreAuditQuery): Promise<AuditPage> =>
    database.read(grant, async (tx) => {
      const { storeId, limit, cursor, ...filter } = query
      const list = listName(['audit', storeId, filter])
      const page = { limit: limit + 1, before: beforeOf(list, cursor) }
      return pageOf(list, await queries.storeEntries(tx, scopeOf(tx, storeId), filter, page), limit)
    })

  /** The platform's own entries, newest first. @throws Problem `invalid_cursor` */
  const platformAudit = (grant: Grant<'platform:operator'>, query: PlatformAuditQuery): Promise<AuditPage> =>
    database.read(grant, async (tx) => {
      const { limit, cursor, ...filter } = query
      const list = listName(['platform audit', filter])
      const page = { limit: limit + 1, before: beforeOf(list, cursor) }
      return pageOf(list, await queries.platformEntries(tx, filter, page), limit)
    })

  return { storeAudit, platformAudit }
}

function beforeOf(list: string, cursor: string | undefined): string | undefined {
  return cursor === undefined ? undefined : decodeCursor(list, 'text', cursor).id
}

/** One row more than asked for tells that there is a next page. */
function pageOf(list: string, rows: readonly AuditEntry[], limit: number): AuditPage {
  const items = rows.slice(0, limit)
  const last = rows.length > limit ? items.at(-1) : undefined
  return { items, nextCursor: last === undefined ? null : encodeCursor(list, { key: '', id: last.id }) }
}
