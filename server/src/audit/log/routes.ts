import { download } from '../../http/download.ts'
import { ok, type Route, route } from '../../http/route.ts'
import { Type } from '../../json-schema.ts'
import * as shapes from './schema.ts'
import type { AuditService } from './service.ts'

const tag = 'audit'

export function auditRoutes(audit: AuditService): Route[] {
  return [
    route({
      method: 'GET',
      path: '/pos/audit_log',
      name: 'listStoreAudit',
      summary: 'List the audit entries of the stores that the caller may audit, newest first',
      tag,
      access: 'rows',
      store: 'query',
      query: shapes.StoreAuditQuery,
      responses: { 200: shapes.AuditPage },
      problems: ['invalid_cursor'],
      handle: async ({ grant, query }) => ok(await audit.storeAudit(grant, query)),
    }),
    route({
      method: 'GET',
      path: '/platform/audit',
      name: 'listPlatformAudit',
      summary: 'List the platform’s own audit entries, newest first',
      tag,
      access: 'platform:operator',
      query: shapes.PlatformAuditQuery,
      responses: { 200: shapes.AuditPage },
      problems: ['forbidden', 'mfa_required', 'invalid_cursor'],
      handle: async ({ grant, query }) => ok(await audit.platformAudit(grant, query)),
    }),
    route({
      method: 'GET',
      path: '/pos/audit_log/export',
      name: 'exportStoreAudit',
      summary: 'Export the audit entries of stores as CSV or .xlsx, newest first',
      tag,
      access: 'rows',
      store: 'query',
      limit: 'export',
      query: shapes.StoreAuditExportQuery,
      responses: { 200: Type.String() },
      problems: ['export_too_large'],
      handle: async ({ grant, query }) => download(await audit.exportStoreAudit(grant, query)),
    }),
    route({
      method: 'GET',
      path: '/platform/audit/export',
      name: 'exportPlatformAudit',
      summary: 'Export the platform’s own audit entries as CSV or .xlsx',
      tag,
      access: 'platform:operator',
      limit: 'export',
      query: shapes.PlatformAuditExportQuery,
      responses: { 200: Type.String() },
      problems: ['forbidden', 'mfa_required', 'export_too_large'],
      handle: async ({ grant, query }) => download(await audit.exportPlatformAudit(grant, query)),
    }),
  ]
}
