import { randomBytes, randomInt, randomUUID } from 'node:crypto'
import type pg from 'pg'
import { schemas } from '../src/areas.ts'

/** A table of tenant rows, from the catalog of PostgreSQL. */
export interface TenantTable {
  /** `catalog.products` */
  readonly name: string
  /** The domains whose permission sets its rows may have. */
  readonly domainNumbers: readonly number[]
  readonly columns: readonly Column[]
  readonly key: readonly string[]
  /** The privileges of the API's login role: on the whole table or on columns. */
  readonly grants: { readonly select: boolean; readonly delete: boolean }
}

interface Column {
  readonly name: string
  readonly type: string
  readonly isRequired: boolean
  /** The first value allowed by a check of the column. */
  readonly known: string | null
  readonly mayInsert: boolean
  readonly mayUpdate: boolean
}

/** The place of a row: the columns that say whose it is. */
export interface RowPlace {
  readonly merchantId: string
  readonly storeId: string | null
  readonly set: number
  readonly by?: string
}

/** Every table whose rows have a permission set. @throws Error when a table does not declare its domains */
export async function tenantTables(admin: pg.Pool): Promise<TenantTable[]> {
  const rows = await tablesWhere(
    admin,
    `exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'permission_set')`,
  )
  return rows.map(({ rule, ...table }) => ({ ...table, domainNumbers: domainsIn(rule, table.name) }))
}

/** Every table of which some policy speaks to the login of the API; those without permission sets have no domains. */
export async function tablesWithPolicies(admin: pg.Pool): Promise<TenantTable[]> {
  const rows = await tablesWhere(
    admin,
    `exists (select from pg_policy p where p.polrelid = c.oid and 'mostrador_api'::regrole = any (p.polroles))`,
  )
  return rows.map(({ rule, ...table }) => ({
    ...table,
    domainNumbers: rule === null && !ofEveryDomain.includes(table.name) ? [] : domainsIn(rule, table.name),
  }))
}

async function tablesWhere(admin: pg.Pool, condition: string) {
  const { rows } = await admin.query<Omit<TenantTable, 'domainNumbers'> & { rule: string | null }>(`
    select c.oid::regclass::text as name,
      (select string_agg(pg_get_constraintdef(k.oid), ' ') from pg_constraint k
        where k.conrelid = c.oid and k.contype = 'c' and pg_get_constraintdef(k.oid) like '%permission_set & 15%') as rule,
      (select coalesce(array_agg(a.attname::text order by array_position(k.conkey, a.attnum)), '{}') from pg_constraint k
         join pg_attribute a on a.attrelid = c.oid and a.attnum = any (k.conkey)
        where k.conrelid = c.oid and k.contype = 'p') as key,
      jsonb_build_object('select', coalesce(
          (select has_column_privilege('mostrador_api', c.oid, a.attnum, 'select') from pg_attribute a
            where a.attrelid = c.oid and a.attname = 'permission_set'),
          has_any_column_privilege('mostrador_api', c.oid, 'select')),
        'delete', has_table_privilege('mostrador_api', c.oid, 'delete')) as grants,
      (select jsonb_agg(jsonb_build_object('name', a.attname,
                'type', format_type(coalesce(nullif(t.typbasetype, 0), t.oid), null),
                'isRequired', (a.attnotnull or t.typnotnull) and d.oid is null,
                'known', (select case when k.def ~ 'jsonb_typeof' then '[]' else substring(k.def from $re$'([^']+)'::text$re$) end
                            from (select pg_get_constraintdef(k.oid) as def from pg_constraint k
                                   where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum]) k
                           where k.def ~ '= ANY \\(ARRAY' or k.def ~ 'jsonb_typeof.* = ''array''' limit 1),
                'mayInsert', has_column_privilege('mostrador_api', c.oid, a.attnum, 'insert'),
                'mayUpdate', has_column_privilege('mostrador_api', c.oid, a.attnum, 'update')) order by a.attnum)
         from pg_attribute a join pg_type t on t.oid = a.atttypid
         left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' and a.attidentity = '') as columns
      from pg_class c
     where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace <> 'authz'::regnamespace and ${condition}
     order by 1`)
  return rows
}

/** Events have the set of whatever they are about. */
const ofEveryDomain = ['events.events']

function domainsIn(rule: string | null, table: string): number[] {
  const all = Array.from({ length: 11 }, (_, index) => index + 1)
  if (rule === null && ofEveryDomain.includes(table)) return all
  const numbers = [...(rule ?? '').replaceAll('& 15', '').matchAll(/\d+/g)].map(Number)
  if (numbers.length === 0) throw new Error(`${table} does not say whose sets its rows may carry`)
  return numbers
}

/**
 * Drops keys, checks and triggers. Permissions are decided without them, and so rows of any table can be
 * inserted without their dependencies.
 */
export async function forgetSense(admin: pg.Pool): Promise<void> {
  await admin.query(`do $$
    declare each record;
    begin
      for each in select conrelid::regclass as t, conname from pg_constraint k
                   join pg_class c on c.oid = k.conrelid
                  where contype in ('f', 'c', 'p', 'u') and c.relnamespace::regnamespace::text in ('${schemas.join(`', '`)}')
                    and k.conparentid = 0 and k.coninhcount = 0
                    and not (contype = 'c' and pg_get_constraintdef(k.oid) like '%permission_set & 15%')
                  order by contype = 'f' desc
      loop execute format('alter table %s drop constraint if exists %I cascade', each.t, each.conname); end loop;
      for each in select tgrelid::regclass as t, tgname from pg_trigger g join pg_class c on c.oid = g.tgrelid
                  where not tgisinternal and c.relnamespace::regnamespace::text in ('${schemas.join(`', '`)}')
      loop execute format('drop trigger %I on %s', each.tgname, each.t); end loop;
    end $$`)
}

/** An insert of one synthetic row with the given place. */
export function insertInto(
  table: TenantTable,
  place: RowPlace,
  columns: readonly Column[] = table.columns,
): { text: string; values: unknown[]; key: Record<string, unknown> } {
  const placed: Record<string, unknown> = {
    merchant_id: place.merchantId,
    permission_set: place.set,
    ...(place.storeId !== null && { store_id: place.storeId }),
    ...(place.by !== undefined && { created_by: place.by, uploaded_by: place.by }),
  }
  const chosen = columns.filter(({ name, isRequired }) => isRequired || name in placed || name === 'id')
  const values = chosen.map((column) => (column.name in placed ? placed[column.name] : anything(column)))
  const names = chosen.map(({ name }) => name)
  return {
    text: `insert into ${table.name} (${names.join(', ')}) values (${names.map((_, n) => `$${n + 1}`).join(', ')})`,
    values,
    key: Object.fromEntries(
      [...new Set([...table.key, 'permission_set'])].map((name) => [name, values[names.indexOf(name)]]),
    ),
  }
}

/**
 * Inserts one synthetic row of a store into a table without a real one. With a membership, in tables where
 * members have their own rows, it is that member's. Returns its id. The checks and references of the table are dropped.
 */
export async function plantRow(
  admin: pg.Pool,
  table: TenantTable,
  { merchantId, id: storeId, membershipId }: { merchantId: string; id: string; membershipId?: string },
): Promise<string> {
  const { rows: sets } = await admin.query<{ id: number }>(
    `select id from authz.permission_sets where merchant_id = $1 and coalesce(store_id, $2) = $2
        and (membership_id = $4 or membership_id is null) and id & 15 = any ($3)
      order by membership_id nulls last, store_id nulls first limit 1`,
    [merchantId, storeId, table.domainNumbers, membershipId ?? null],
  )
  const { text, values, key } = insertInto(table, { merchantId, storeId, set: sets[0]?.id as number })
  const { rows: constraints } = await admin.query<{ conname: string }>(
    `select conname from pg_constraint where conrelid = $1::regclass and contype in ('c', 'f')`,
    [table.name],
  )
  for (const { conname } of constraints)
    await admin.query(`alter table ${table.name} drop constraint ${conname}`)
  await admin.query(text, values)
  return key['id'] as string
}

function anything({ type, known }: Column): unknown {
  if (known !== null) return known
  if (type.endsWith('[]')) return '{}'
  if (type === 'uuid') return randomUUID()
  if (type === 'bytea') return randomBytes(32)
  if (type === 'boolean') return false
  if (type === 'jsonb') return '{}'
  if (type === 'date') return '2026-01-02'
  if (type.startsWith('timestamp')) return '2026-01-02T03:04:05Z'
  if (/int|numeric/.test(type))
    return type === 'integer' || type === 'bigint' ? randomInt(1, 2_000_000_000) : 1
  return randomBytes(6).toString('hex')
}
