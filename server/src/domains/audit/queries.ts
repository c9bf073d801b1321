import { type RawBuilder, sql } from 'kysely'
import { narrow } from '../../collections/narrow.ts'
import type { Scope } from '../../collections/scope.ts'
import type { Tx } from '../../database/tx.ts'
import type { AuditEntry } from './schema.ts'

export interface AuditFilter {
  readonly entity?: string | undefined
  readonly entityId?: string | undefined
  readonly action?: string | undefined
  readonly merchantId?: string | undefined
  readonly userId?: string | undefined
  /** The first moment that counts, RFC 3339. */
  readonly from?: string | undefined
  /** The first that no longer does. */
  readonly until?: string | undefined
}

interface Page {
  readonly limit: number
  /** The last entry of the page before. */
  readonly before: string | undefined
}

/** Entries of stores that the caller may read, newest first: store by store along its index, and then merged. */
export async function storeEntries(
  tx: Tx<'rows'>,
  { places }: Scope,
  filter: AuditFilter,
  page: Page,
): Promise<AuditEntry[]> {
  const ofPlace = sql`l.merchant_id = place.merchant_id
    and l.permission_set = authz.set_of(place.merchant_id, place.store_id, 'audit')`
  const newestOfAll = sql`
      select found.*
        from unnest(${places.map(({ merchantId }) => merchantId)}::uuid[],
                    ${places.map(({ storeId }) => storeId)}::uuid[]) as place (merchant_id, store_id)
       cross join lateral (${newest(ofPlace, filter, page)}) found
       order by found.id desc limit ${page.limit}`
  const [, found] = await Promise.all([narrow(tx, ['audit', 'staff']), entries(tx, newestOfAll)])
  return found
}

/** The platform's own entries; those of stores are not among them. */
export function platformEntries(
  tx: Tx<'platform:operator'>,
  filter: AuditFilter,
  page: Page,
): Promise<AuditEntry[]> {
  return entries(tx, newest(sql`l.permission_set is null`, filter, page))
}

const columns: Readonly<Record<Exclude<keyof AuditFilter, 'from' | 'until'>, string>> = {
  entity: 'entity',
  entityId: 'entity_id',
  action: 'action',
  merchantId: 'merchant_id',
  userId: 'user_id',
}

function newest(place: RawBuilder<unknown>, filter: AuditFilter, page: Page): RawBuilder<unknown> {
  const conditions = Object.entries(columns).flatMap(([name, column]) => {
    const wanted = filter[name as keyof typeof columns]
    return wanted === undefined ? [] : [sql`l.${sql.ref(column)} = ${wanted}`]
  })
  if (filter.from !== undefined) conditions.push(sql`l.at >= ${filter.from}::timestamptz`)
  if (filter.until !== undefined) conditions.push(sql`l.at < ${filter.until}::timestamptz`)
  if (page.before !== undefined) conditions.push(sql`l.id < ${page.before}::uuid`)
  return sql`
    select l.* from platform.audit_log l
     where ${sql.join([place, ...conditions], sql` and `)}
     order by l.id desc limit ${page.limit}`
}

/** Names are looked up once, for the page: whoever the caller may not know stays without one. */
function entries(tx: Tx<never>, page: RawBuilder<unknown>): Promise<AuditEntry[]> {
  return tx.rows(sql<AuditEntry>`
    with page as (${page})
    select p.id, p.at, p.action, p.entity, p.entity_id as "entityId", p.before, p.after, p.user_id as "userId",
           n.name as "userName", p.merchant_id as "merchantId", p.store_id as "storeId"
      from page p
      left join identity.names_seen((select array_agg(distinct user_id) from page)) n on n.id = p.user_id
     order by p.id desc`)
}
