import type pg from 'pg'
import { schemas } from '../areas.ts'
import { inTransaction } from './in-transaction.ts'

/** A fingerprint for each function, table, view and policy of ours, by its name, such as `function app.fold(text)`. */
export type Fingerprints = Readonly<Record<string, string>>

/** The objects that differ from those that `migrate` recorded. */
export interface Drift {
  readonly changed: readonly string[]
  readonly missing: readonly string[]
  readonly added: readonly string[]
}

/** @param client any of our logins */
export async function readObjects(client: pg.Client): Promise<Fingerprints> {
  await client.query('begin')
  try {
    return await objectsOf(client)
  } finally {
    await client.query('rollback')
  }
}

/** @param client in a transaction whose search path is not needed afterwards */
async function objectsOf(client: pg.Client): Promise<Fingerprints> {
  // Without a search path PostgreSQL writes names with their schema.
  await client.query(`set local search_path = ''`)
  const { rows } = await client.query<{ name: string; fingerprint: string }>(definitions, [schemas])
  return Object.fromEntries(rows.map(({ name, fingerprint }) => [name, fingerprint]))
}

/**
 * Undefined: `migrate` has not recorded them yet, or did so on another major version of PostgreSQL, which prints
 * definitions differently.
 */
export async function recordedObjects(client: pg.Client): Promise<Fingerprints | undefined> {
  const { rows } = await client.query<{ objects: Fingerprints | null }>(
    `select objects from migration.state where postgres_major = ${majorVersion}`,
  )
  return rows[0]?.objects ?? undefined
}

/** A transaction of `migrate`. */
export type Change = (work: () => Promise<void>) => Promise<void>

/**
 * Transactions that also record the objects which they change: a run that ends half-way leaves no change without its
 * record. An object that somebody had changed by hand, and that no transaction touches, keeps its old fingerprint, so that
 * the change is still found.
 *
 * @param client of the tables' owner
 * @param recorded absent: the first of them records all objects
 * @param seen the objects as they are
 */
export function recordedChanges(
  client: pg.Client,
  recorded: Fingerprints | undefined,
  seen: Fingerprints,
): Change {
  let before = recorded === undefined ? { recorded: {}, seen: {} } : { recorded, seen }
  return async (work) => {
    before = await inTransaction(client, async () => {
      await work()
      const now = await objectsOf(client)
      const objects = fingerprintsAfter(before.recorded, before.seen, now)
      await client.query(`update migration.state set postgres_major = ${majorVersion}, objects = $1`, [
        JSON.stringify(objects),
      ])
      return { recorded: objects, seen: now }
    })
  }
}

function fingerprintsAfter(recorded: Fingerprints, seen: Fingerprints, now: Fingerprints): Fingerprints {
  const kept = Object.entries(recorded).filter(([name]) => now[name] === seen[name])
  const changed = Object.entries(now).filter(([name, fingerprint]) => fingerprint !== seen[name])
  return Object.fromEntries([...kept, ...changed])
}

const majorVersion = `current_setting('server_version_num')::int / 10000`

export function driftBetween(then: Fingerprints, now: Fingerprints): Drift {
  return {
    changed: Object.keys(then).filter((name) => now[name] !== undefined && now[name] !== then[name]),
    missing: Object.keys(then).filter((name) => now[name] === undefined),
    added: Object.keys(now).filter((name) => then[name] === undefined),
  }
}

const definitions = `
  with ours as (select oid, nspname from pg_namespace where nspname = any ($1)),
  relations as (
    select c.oid, c.oid::regclass::text as name, c.relkind, c.relrowsecurity, c.relforcerowsecurity, c.relacl, c.reloptions
      from pg_class c join ours n on n.oid = c.relnamespace where c.relkind in ('r', 'p', 'v', 'm')),
  lines as (
    select 'function ' || p.oid::regprocedure as name,
           pg_get_functiondef(p.oid) || ' ' || array(select a::text from unnest(p.proacl) a order by 1)::text as line
      from pg_proc p join ours n on n.oid = p.pronamespace where p.prokind in ('f', 'p')
    union all
    select 'table ' || r.name, concat_ws(' ', r.relrowsecurity, r.relforcerowsecurity, r.reloptions::text,
             array(select a::text from unnest(r.relacl) a order by 1)::text)
      from relations r where r.relkind in ('r', 'p')
    union all
    select 'view ' || r.name, concat_ws(' ', pg_get_viewdef(r.oid), r.reloptions::text,
             array(select a::text from unnest(r.relacl) a order by 1)::text)
      from relations r where r.relkind in ('v', 'm')
    union all
    select 'table ' || r.name, concat_ws(' ', 'column', a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull,
             a.attidentity, a.attgenerated, pg_get_expr(d.adbin, d.adrelid),
             array(select x::text from unnest(a.attacl) x order by 1)::text)
      from relations r join pg_attribute a on a.attrelid = r.oid and a.attnum > 0 and not a.attisdropped
      left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
     where r.relkind in ('r', 'p')
    union all
    select 'table ' || r.name, concat_ws(' ', 'constraint', k.conname, pg_get_constraintdef(k.oid), k.convalidated)
      from relations r join pg_constraint k on k.conrelid = r.oid and k.contype <> 'n'
    union all
    select 'table ' || r.name, 'index ' || pg_get_indexdef(i.indexrelid) || ' ' || i.indisvalid
      from relations r join pg_index i on i.indrelid = r.oid
    union all
    select 'table ' || r.name, 'trigger ' || pg_get_triggerdef(t.oid) || ' ' || t.tgenabled::text
      from relations r join pg_trigger t on t.tgrelid = r.oid and not t.tgisinternal
    union all
    select 'policy ' || p.polname || ' on ' || r.name,
           concat_ws(' ', p.polcmd::text, p.polpermissive,
             array(select g.rolname from pg_roles g where g.oid = any (p.polroles) order by 1)::text,
             'using', pg_get_expr(p.polqual, p.polrelid), 'check', pg_get_expr(p.polwithcheck, p.polrelid))
      from relations r join pg_policy p on p.polrelid = r.oid)
  select name, md5(string_agg(line, e'\\n' order by line collate "C")) as fingerprint from lines group by name`
