import type { Grant } from '../../authorization/grant.ts'
import { decodeCursor, encodeCursor, listName } from '../../collections/cursor.ts'
import { scopeOf } from '../../collections/scope.ts'
import type { Database } from '../../database/database.ts'
import {
  exportable,
  mostExported,
  type TableFile,
  type TableFormat,
  tableFile,
} from '../../spreadsheet/table.ts'
import { auditTable } from './audit-table.ts'
import * as queries from './queries.ts'
import type {
  AuditEntry,
  PlatformAuditExportQuery,
  PlatformAuditQuery,
  StoreAuditExportQuery,
  StoreAuditQuery,
} from './schema.ts'

interface AuditPage {
  items: AuditEntry[]
  nextCursor: string | null
}

export type AuditService = ReturnType<typeof auditService>

/**
 * What happened, as it was written down in the transaction that did it.
 * Nobody changes an entry or writes one in another's name; a store's entries are read by its supervisors and
 * managers, the platform's own by its staff, and neither by the other.
 * Owns audit.log.
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

  /** The entries of the stores as a file, newest first. @throws Problem `export_too_large` */
  const exportStoreAudit = async (
    grant: Grant<'rows'>,
    { storeId, format, ...filter }: StoreAuditExportQuery,
  ): Promise<TableFile> => {
    const entries = await database.read(grant, (tx) =>
      queries.storeEntries(tx, scopeOf(tx, storeId), filter, everything),
    )
    return fileOf(format, entries)
  }

  /** The platform's own entries as a file, newest first. @throws Problem `export_too_large` */
  const exportPlatformAudit = async (
    grant: Grant<'platform:operator'>,
    { format, ...filter }: PlatformAuditExportQuery,
  ): Promise<TableFile> =>
    fileOf(format, await database.read(grant, (tx) => queries.platformEntries(tx, filter, everything)))

  return { storeAudit, platformAudit, exportStoreAudit, exportPlatformAudit }
}

/** One more than fits tells that there are too many. */
const everything = { limit: mostExported + 1, before: undefined }

const fileOf = (format: TableFormat, entries: readonly AuditEntry[]): Promise<TableFile> =>
  tableFile(format, { sheet: 'Bitácora', file: 'bitacora' }, auditTable(exportable(entries)))

function beforeOf(list: string, cursor: string | undefined): string | undefined {
  return cursor === undefined ? undefined : decodeCursor(list, 'text', cursor).id
}

/** One row more than asked for tells that there is a next page. */
function pageOf(list: string, rows: readonly AuditEntry[], limit: number): AuditPage {
  const items = rows.slice(0, limit)
  const last = rows.length > limit ? items.at(-1) : undefined
  return { items, nextCursor: last === undefined ? null : encodeCursor(list, { key: '', id: last.id }) }
}
