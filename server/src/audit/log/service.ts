import type { Grant } from '../../authorization/grant.ts'
import { byId, type Page, pageOf } from '../../collections/page.ts'
import { scopeOf } from '../../collections/scope.ts'
import type { Database } from '../../database/database.ts'
import { exportFile } from '../../spreadsheet/exporting.ts'
import { exportable, mostExported, type TableFile } from '../../spreadsheet/table.ts'
import { auditTable } from './audit-table.ts'
import * as queries from './queries.ts'
import type {
  AuditEntry,
  PlatformAuditExportQuery,
  PlatformAuditQuery,
  StoreAuditExportQuery,
  StoreAuditQuery,
} from './schema.ts'

export type AuditService = ReturnType<typeof auditService>

/**
 * The audit log, written in the transaction that it records. Nobody changes an entry or writes one in
 * another's name. A store's entries are readable by its supervisors and managers, the platform's own by its
 * staff. Owns audit.log.
 */
export function auditService({ database }: { database: Database }) {
  /** Entries of the stores that the caller may audit, newest first. @throws Problem `invalid_cursor` */
  const storeAudit = (grant: Grant<'rows'>, query: StoreAuditQuery): Promise<Page<AuditEntry>> =>
    database.read(grant, (tx) => {
      const { storeId, limit, cursor, ...filter } = query
      const asked = { list: 'audit', narrowedBy: [storeId, filter], limit, cursor }
      return pageOf(tx, asked, byId, (range) => queries.storeEntries(tx, scopeOf(tx, storeId), filter, range))
    })

  /** The platform's own entries, newest first. @throws Problem `invalid_cursor` */
  const platformAudit = (
    grant: Grant<'platform:operator'>,
    query: PlatformAuditQuery,
  ): Promise<Page<AuditEntry>> =>
    database.read(grant, (tx) => {
      const { limit, cursor, ...filter } = query
      const asked = { list: 'platform audit', narrowedBy: [filter], limit, cursor }
      return pageOf(tx, asked, byId, (range) => queries.platformEntries(tx, filter, range))
    })

  /** Entries of stores as a file, newest first. @throws Problem `export_too_large` */
  const exportStoreAudit = (grant: Grant<'rows'>, query: StoreAuditExportQuery): Promise<TableFile> =>
    exportFile(
      database,
      grant,
      { route: 'exportStoreAudit', query, ...named },
      (tx) => queries.storeEntries(tx, scopeOf(tx, query.storeId), query, everything),
      (entries) => auditTable(exportable(entries)),
    )

  /** The platform's own entries as a file, newest first. @throws Problem `export_too_large` */
  const exportPlatformAudit = (
    grant: Grant<'platform:operator'>,
    query: PlatformAuditExportQuery,
  ): Promise<TableFile> =>
    exportFile(
      database,
      grant,
      { route: 'exportPlatformAudit', query, ...named },
      (tx) => queries.platformEntries(tx, query, everything),
      (entries) => auditTable(exportable(entries)),
    )

  return { storeAudit, platformAudit, exportStoreAudit, exportPlatformAudit }
}

/** One more than fits, to detect that there are too many. */
const everything = { limit: mostExported + 1, after: undefined }

const named = { sheet: 'Bitácora', file: 'bitacora' }
