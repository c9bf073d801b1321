import type pg from 'pg'
import { schemas } from '../src/areas.ts'

/** What servers use of a database: by its name, how it looks to them. */
export interface Surface {
  /** Functions that a login calls, and columns that it reads or writes. */
  readonly used: ReadonlyMap<string, string>
  /** Columns that a login has to give with a new row. */
  readonly required: ReadonlySet<string>
}

export async function surfaceOf(admin: pg.Client | pg.Pool): Promise<Surface> {
  const used = await admin.query<{ name: string; definition: string }>(usedThings, [schemas])
  const required = await admin.query<{ name: string }>(requiredColumns, [schemas])
  return {
    used: new Map(used.rows.map(({ name, definition }) => [name, definition])),
    required: new Set(required.rows.map(({ name }) => name)),
  }
}

/** What servers that were written for `before` would fail at on `after`, one sentence each. */
export function brokenBetween(before: Surface, after: Surface): string[] {
  const lost = [...before.used].flatMap(([name, definition]) => {
    const now = after.used.get(name)
    if (now === undefined) return [`${name}: is gone`]
    return now === definition ? [] : [`${name}: was ${definition}, is ${now}`]
  })
  const calls = (name: string) => /^(\w+) calls ([\w.]+)\(/.exec(name)?.slice(1).join(' ')
  const called = new Set([...before.used.keys()].map(calls))
  const overloads = [...after.used.keys()].filter((name) => {
    const call = calls(name)
    return call !== undefined && called.has(call) && !before.used.has(name)
  })
  const required = [...after.required].filter((name) => {
    const isOfOldTable = [...before.used.keys()].some((each) =>
      each.startsWith(name.slice(0, name.lastIndexOf('.') + 1)),
    )
    return isOfOldTable && !before.required.has(name)
  })
  return [
    ...lost,
    ...overloads.map((name) => `${name}: makes earlier calls ambiguous`),
    ...required.map((name) => `${name}: has to be given, and earlier servers do not know it`),
  ]
}

const logins = `logins as (select oid, rolname from pg_roles where rolname in ('mostrador_api', 'mostrador_worker')),
  ours as (select oid, nspname from pg_namespace where nspname = any ($1))`

const usedThings = `
  with ${logins}
  select l.rolname || ' calls ' || n.nspname || '.' || p.proname || '(' || oidvectortypes(p.proargtypes) || ')' as name,
         pg_get_function_result(p.oid) || ' of ' || coalesce(array_to_string(p.proargnames, ', '), '')
           || ' with ' || p.pronargdefaults || ' defaults' as definition
    from pg_proc p join ours n on n.oid = p.pronamespace cross join logins l
   where has_function_privilege(l.oid, p.oid, 'EXECUTE')
  union all
  select l.rolname || ' ' || v.privilege || ' ' || n.nspname || '.' || c.relname || '.' || a.attname,
         format_type(a.atttypid, a.atttypmod)
    from pg_class c join ours n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
   cross join logins l cross join (values ('SELECT'), ('INSERT'), ('UPDATE')) v (privilege)
   where c.relkind in ('r', 'p', 'v') and has_column_privilege(l.oid, c.oid, a.attnum, v.privilege)
  union all
  select l.rolname || ' DELETE ' || n.nspname || '.' || c.relname || '.*', 'rows'
    from pg_class c join ours n on n.oid = c.relnamespace cross join logins l
   where c.relkind in ('r', 'p') and has_table_privilege(l.oid, c.oid, 'DELETE')`

const requiredColumns = `
  with ${logins}
  select distinct l.rolname || ' INSERT ' || n.nspname || '.' || c.relname || '.' || a.attname as name
    from pg_class c join ours n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
   cross join logins l
   where c.relkind in ('r', 'p') and has_any_column_privilege(l.oid, c.oid, 'INSERT')
     and a.attnotnull and not a.atthasdef and a.attidentity = '' and a.attgenerated = ''`
