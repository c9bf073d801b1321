import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../database/tx.ts'
import type { AuditEntry } from './schema.ts'

export interface AuditFilter {
  readonly entity?: string | undefined
  readonly entityId?: string | undefined
  readonly action?: string | undefined
  readonly merchantId?: string | undefined
  readonly userId?: string | undefined
}

interface Page {
  readonly limit: number
  /** The last entry of the page before. */
  readonly before: string | undefined
}

/** One store's entries, newest first, along the index that begins with merchant and set. */
export function storeEntries(
  tx: Tx<'rows'>,
  store: { merchantId: string; storeId: string },
  filter: AuditFilter,
  page: Page,
): Promise<AuditEntry[]> {
  const place = sql<boolean>`l.merchant_id = ${store.merchantId}
    and l.permission_set = authz.set_of(${store.merchantId}, ${store.storeId}, 'audit')`
  return entries(tx, place, filter, page)
}

/** Entries of all the stores that the caller reads. */
export function ownEntries(tx: Tx<'rows'>, filter: AuditFilter, page: Page): Promise<AuditEntry[]> {
  return entries(
    tx,
    sql<boolean>`l.merchant_id = any (app.merchant_ids()) and l.permission_set is not null`,
    filter,
    page,
  )
}

/** The platform's own entries; those of stores are not among them. */
export function platformEntries(
  tx: Tx<'platform:operator'>,
  filter: AuditFilter,
  page: Page,
): Promise<AuditEntry[]> {
  return entries(tx, sql<boolean>`l.permission_set is null`, filter, page)
}

const columns: Readonly<Record<keyof AuditFilter, string>> = {
  entity: 'entity',
  entityId: 'entity_id',
  action: 'action',
  merchantId: 'merchant_id',
  userId: 'user_id',
}

function entries(
  tx: Tx<never>,
  place: RawBuilder<boolean>,
  filter: AuditFilter,
  page: Page,
): Promise<AuditEntry[]> {
  const conditions = Object.entries(columns).flatMap(([name, column]) => {
    const wanted = filter[name as keyof AuditFilter]
    return wanted === undefined ? [] : [sql`l.${sql.ref(column)} = ${wanted}`]
  })
  if (page.before !== undefined) conditions.push(sql`l.id < ${page.before}::uuid`)
  // Names are looked up once, for the page: whoever the caller may not know stays without one.
  return tx.rows(sql<AuditEntry>`
    with page as (
      select l.* from platform.audit_log l
       where ${sql.join([place, ...conditions], sql` and `)}
       order by l.id desc limit ${page.limit})
    select p.id, p.at, p.action, p.entity, p.entity_id as "entityId", p.before, p.after, p.user_id as "userId",
           n.name as "userName", p.merchant_id as "merchantId", p.store_id as "storeId"
      from page p
      left join identity.names_seen((select array_agg(distinct user_id) from page)) n on n.id = p.user_id
     order by p.id desc`)
}
