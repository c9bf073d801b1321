import { daysAfter, startOfDay } from '../../ui/format/calendar-days.ts'
import type { auditSearch } from './search.ts'

/** The search parameters of a page; a store's page has fewer. */
export type AuditSearch = ReturnType<typeof auditSearch>

/** The filter of the audit log, in the API's shape. */
export interface AuditFilter {
  action?: string
  entity?: string
  entityId?: string
  userId?: string
  merchantId?: string
  from?: string
  until?: string
}

const day = /^\d{4}-\d{2}-\d{2}$/

/** The first moment of a day in the screen's time zone; undefined when it is not a day. */
function startOf(text: string | undefined, daysLater = 0): string | undefined {
  if (text === undefined || !day.test(text) || Number.isNaN(Date.parse(text))) return undefined
  return startOfDay(daysAfter(text, daysLater)).toISOString()
}

/** The filter in the address. Invalid ids filter nothing. */
export function auditFilterOf(search: AuditSearch): AuditFilter {
  const from = startOf(search.desde)
  const until = startOf(search.hasta, 1)
  return {
    ...(search.accion !== undefined && { action: search.accion }),
    ...(search.tipo !== undefined && { entity: search.tipo }),
    ...(search.registro !== undefined && { entityId: search.registro }),
    ...(isId(search.quien) && { userId: search.quien }),
    ...(isId(search.comercio) && { merchantId: search.comercio }),
    ...(from !== undefined && { from }),
    ...(until !== undefined && { until }),
  }
}

const isId = (text: string | undefined): text is string =>
  text !== undefined && /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(text)
