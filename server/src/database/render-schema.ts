import type pg from 'pg'
import { schemas } from '../areas.ts'
import { withClient } from './client.ts'
import { placesOf } from './places.ts'
import { sqlSources } from './sources.ts'

const ours = `('${schemas.join(`', '`)}')`

/**
 * db/schema.sql: the database after every migration and declaration, read back from its catalog. For reading
 * and diffs; it is never run. Function bodies are in the files of their noun.
 */
export function renderSchema(adminUrl: string): Promise<string> {
  return withClient({ connectionString: adminUrl }, render)
}

async function render(client: pg.Client): Promise<string> {
  const tables = await tablesOf(client)
  const constraints = await constraintsOf(client)
  const indexes = await indexesOf(client)
  const policies = await policiesOf(client)
  const grants = await grantsOf(client)
  const places = placesOf(await sqlSources())
  const parts = tables.map(({ name, comment, columns, isForced }) => {
    const lines = [...columns, ...(constraints.get(name) ?? [])].map((line) => `  ${line}`)
    return [
      ...(comment === null ? [] : [`-- ${comment}`]),
      `create table ${name} (${places.has(name) ? ` -- place: ${places.get(name)}` : ''}\n${lines.join(',\n')}\n);`,
      ...(isForced ? [`alter table ${name} enable row level security, force row level security;`] : []),
      ...(indexes.get(name) ?? []),
      ...(grants.get(name) ?? []),
      ...(policies.get(name) ?? []),
    ].join('\n')
  })
  const views = (await viewsOf(client)).map(({ name, definition }) =>
    [definition, ...(grants.get(name) ?? [])].join('\n'),
  )
  const functions = await functionsOf(client)
  return `-- Generated from the migrated database by \`npm run generate\`; for reading, nothing runs it.\n
${[...parts, ...views].join('\n\n')}

-- Functions, and who may call them. A definer runs with the owner's rights.
${functions.join('\n')}
`
}

interface Table {
  readonly name: string
  readonly comment: string | null
  readonly columns: readonly string[]
  readonly isForced: boolean
}

async function tablesOf(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(`
    select n.nspname || '.' || c.relname as name, obj_description(c.oid, 'pg_class') as comment,
           c.relrowsecurity and c.relforcerowsecurity as "isForced",
           array(select a.attname || ' ' || format_type(a.atttypid, a.atttypmod)
                        || case when a.attcollation <> t.typcollation then ' collate "' || l.collname || '"' else '' end
                        || case when a.attnotnull then ' not null' else '' end
                        || case when a.attgenerated = 's' then ' generated always as (' || pg_get_expr(d.adbin, d.adrelid) || ') stored'
                                else coalesce(' default ' || pg_get_expr(d.adbin, d.adrelid), '') end
                   from pg_attribute a join pg_type t on t.oid = a.atttypid
                   left join pg_collation l on l.oid = a.attcollation
                   left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
                  where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
                  order by a.attnum) as columns
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname in ${ours} and c.relkind in ('r', 'p')
     order by n.nspname, c.relname`)
  return rows
}

async function viewsOf(client: pg.Client): Promise<{ name: string; definition: string }[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(`
    select v.name, 'create view ' || v.name || coalesce(' with (' || v.options || ')', '') || ' as' || chr(10)
           || pg_get_viewdef(v.oid) as definition
      from (select c.oid, n.nspname || '.' || c.relname as name, array_to_string(c.reloptions, ', ') as options
              from pg_class c join pg_namespace n on n.oid = c.relnamespace
             where n.nspname in ${ours} and c.relkind = 'v') v
     order by v.name`)
  return rows
}

/** Lines of one kind, under the name of their table. */
type ByTable = ReadonlyMap<string, readonly string[]>

async function byTable(client: pg.Client, query: string): Promise<ByTable> {
  const { rows } = await client.query<{ name: string; lines: string[] }>(
    `select name, array_agg(line order by place, line collate "C") as lines from (${query}) q group by name`,
  )
  return new Map(rows.map(({ name, lines }) => [name, lines]))
}

function constraintsOf(client: pg.Client): Promise<ByTable> {
  return byTable(
    client,
    `select n.nspname || '.' || c.relname as name, pg_get_constraintdef(k.oid) as line,
            position(k.contype::text in 'pucfx') as place
       from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
      where n.nspname in ${ours} and k.contype <> 'n'`,
  )
}

function indexesOf(client: pg.Client): Promise<ByTable> {
  return byTable(
    client,
    `select n.nspname || '.' || c.relname as name, i.def || ';' as line, 1 as place
       from pg_index x join pg_class c on c.oid = x.indrelid join pg_namespace n on n.oid = c.relnamespace
      cross join lateral (select regexp_replace(pg_get_indexdef(x.indexrelid), ' USING btree', '') as def) i
      where n.nspname in ${ours} and not exists (select from pg_constraint k where k.conindid = x.indexrelid and k.contype in ('p', 'u', 'x'))
      union all
     select n.nspname || '.' || c.relname, pg_get_statisticsobjdef(s.oid) || ';', 2
       from pg_statistic_ext s join pg_class c on c.oid = s.stxrelid join pg_namespace n on n.oid = c.relnamespace
      where n.nspname in ${ours}`,
  )
}

function policiesOf(client: pg.Client): Promise<ByTable> {
  return byTable(
    client,
    `select schemaname || '.' || tablename as name, 1 as place,
            'create policy ' || policyname || ' on ' || schemaname || '.' || tablename || ' for ' || lower(cmd) || ' to ' || array_to_string(roles, ', ')
            || coalesce(' using (' || qual || ')', '') || coalesce(' with check (' || with_check || ')', '') || ';' as line
       from pg_policies where schemaname in ${ours}`,
  )
}

/** The login roles' privileges on a table, before its policies select the rows. */
function grantsOf(client: pg.Client): Promise<ByTable> {
  return byTable(
    client,
    `select n.nspname || '.' || c.relname as name, 1 as place,
            'grant ' || string_agg(lower(g.privilege_type) || g.columns, ', ' order by g.privilege_type, g.columns)
            || ' on ' || n.nspname || '.' || c.relname || ' to ' || g.grantee::regrole || ';' as line
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
      cross join lateral (
        select a.grantee, a.privilege_type, '' as columns from aclexplode(c.relacl) a
         union all
        select a.grantee, a.privilege_type, ' (' || string_agg(t.attname, ', ' order by t.attnum) || ')'
          from pg_attribute t cross join lateral aclexplode(t.attacl) a
         where t.attrelid = c.oid and not t.attisdropped
         group by a.grantee, a.privilege_type) g
      where n.nspname in ${ours} and c.relkind in ('r', 'p', 'v') and g.grantee <> c.relowner
      group by n.nspname, c.relname, g.grantee`,
  )
}

async function functionsOf(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ line: string }>(`
    select n.nspname || '.' || p.proname || '(' || pg_get_function_identity_arguments(p.oid) || ') returns '
           || pg_get_function_result(p.oid) || case when p.prosecdef then ' security definer' else '' end
           || coalesce(' to ' || (select string_agg(a.grantee::regrole::text, ', ' order by a.grantee::regrole::text)
                                    from aclexplode(p.proacl) a where a.grantee <> p.proowner), '') as line
      from pg_proc p join pg_namespace n on n.oid = p.pronamespace
     where n.nspname in ${ours}
     order by n.nspname, p.proname, pg_get_function_identity_arguments(p.oid)`)
  return rows.map(({ line }) => `-- ${line}`)
}
