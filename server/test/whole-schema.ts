import pg from 'pg'
import { schemas } from '../src/areas.ts'
import { renderSchema } from '../src/database/render-schema.ts'

/**
 * The contents of db/schema.sql and what it leaves out: names of constraints, bodies of functions, types,
 * sequences, storage, comments on columns. One line each, so that differences are readable.
 */
export async function wholeSchema(adminUrl: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: adminUrl })
  await client.connect()
  try {
    const { rows } = await client.query<{ line: string }>(unrendered, [schemas])
    return [...(await renderSchema(adminUrl)).split('\n'), ...rows.map(({ line }) => line)]
  } finally {
    await client.end()
  }
}

const unrendered = `
  with ours as (select oid, nspname, nspacl from pg_namespace where nspname = any ($1)),
  lines as (
    select 'schema ' || nspname || ' ' || array_to_string(nspacl, ' ') as line from ours
    union all
    select 'constraint ' || coalesce(conrelid::regclass::text, contypid::regtype::text) || ' ' || conname || ' '
           || pg_get_constraintdef(k.oid) || ' ' || convalidated from pg_constraint k join ours n on n.oid = k.connamespace
    union all
    select 'function ' || pg_get_functiondef(p.oid) || ' ' || coalesce(array_to_string(proacl, ' '), '')
      from pg_proc p join ours n on n.oid = p.pronamespace
    union all
    select 'type ' || t.oid::regtype || ' ' || t.typtype::text || ' ' || format_type(t.typbasetype, t.typtypmod)
      from pg_type t join ours n on n.oid = t.typnamespace where t.typtype <> 'b'
    union all
    select 'relation ' || c.oid::regclass || ' ' || c.relkind::text || ' ' || c.relowner::regrole || ' '
           || coalesce(array_to_string(c.reloptions, ' '), '') from pg_class c join ours n on n.oid = c.relnamespace
    union all
    select 'column ' || c.oid::regclass || '.' || a.attname || ' ' || format_type(a.atttypid, a.atttypmod)
           || coalesce(' ' || col_description(c.oid, a.attnum), '')
      from pg_class c join ours n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
     where a.attnum > 0 and not a.attisdropped
  )
  select line from lines order by line collate "C"`
