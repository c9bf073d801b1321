import type pg from 'pg'
import { schemas } from '../areas.ts'
import { definerFunctions, type SqlSources, sqlSources } from './sources.ts'

/**
 * What a version declares, and what would be a hazard if nobody declared it. `migrate` writes it into the database, so
 * that older servers know what the newer version declares.
 */
export interface Allowances {
  /** Functions that run as their owner. */
  readonly definers: readonly string[]
  /** Tables whose rows are the same for everybody; grants decide who may do what. */
  readonly sharedTables: readonly string[]
  /** Keys that do not begin with the merchant: hashes of secrets, globally unique ids, and locations of people. */
  readonly globalKeys: readonly string[]
}

/** Those of the version with these sources: of this program, or of a release. */
export const allowancesOf = (sources: SqlSources): Allowances => ({
  definers: definerFunctions(sources),
  sharedTables,
  globalKeys,
})

export interface Hazard {
  /** `policies`: rows would not be separated. `privileges`: a role or function may do more than it should. */
  readonly about: 'policies' | 'privileges'
  /** One sentence. */
  readonly fault: string
}

/**
 * Everything in this database, or about this connection, that would bypass the row permissions; empty when it
 * is safe. The server does not start, and is not ready, while there are faults.
 *
 * @param client a connection of the login role that will serve
 * @param more what the newer version declares that migrated this database
 */
export async function hazards(client: pg.Client | pg.Pool, more?: Allowances): Promise<Hazard[]> {
  const own = allowancesOf(await sqlSources())
  const found: Hazard[] = []
  for (const { about, text, values } of checks(more === undefined ? own : both(own, more))) {
    const { rows } = await client.query<{ fault: string }>(text, [...values])
    found.push(...rows.map(({ fault }) => ({ about, fault })))
  }
  return found
}

/** The sentences of `hazards`. */
export async function unsafeThings(client: pg.Client | pg.Pool, more?: Allowances): Promise<string[]> {
  return (await hazards(client, more)).map(({ fault }) => fault)
}

const both = (a: Allowances, b: Allowances): Allowances => ({
  definers: [...a.definers, ...b.definers],
  sharedTables: [...a.sharedTables, ...b.sharedTables],
  globalKeys: [...a.globalKeys, ...b.globalKeys],
})

const sharedTables = [
  'migration.applied',
  'migration.state',
  'settings.setting_definitions',
  'settings.settings',
  'vas.price_history',
  'catalog.tax_rate_templates',
  'vas.products',
  'vas.providers',
]

const globalKeys = [
  'shop.invites_token_hash_key',
  'shop.memberships_active',
  'shop.api_keys_id_key',
  'shop.api_keys_prefix_key',
  'audit.log_pkey',
]

/** The columns that assign a row to a merchant and store. No login role may update them, even if a policy would allow it. */
const placingColumns = ['merchant_id', 'id', 'store_id', 'permission_set']

const ours = `('${schemas.join(`', '`)}')`

// The two login roles, the tables that each can access, and the privilege for each command. Schema dbos
// belongs to the job engine: it contains no tenant rows, and only the worker can access it.
const reachable = `
  logins as (select oid, rolname from pg_roles where rolname in ('mostrador_api', 'mostrador_worker')),
  commands (command, polcmd) as (values ('SELECT', 'r'), ('INSERT', 'a'), ('UPDATE', 'w'), ('DELETE', 'd')),
  tables as (
    select c.oid, n.nspname || '.' || c.relname as name, c.relkind, c.relrowsecurity, c.relforcerowsecurity, c.reloptions,
           exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'permission_set') as has_set,
           exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'merchant_id') as has_merchant
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p', 'v', 'm', 'f') and n.nspname not in ('pg_catalog', 'information_schema')
       and n.nspname not like 'pg\\_%'),
  granted as (
    select t.*, l.oid as role, l.rolname, c.command, c.polcmd
      from tables t cross join logins l cross join commands c
     where not (l.rolname = 'mostrador_worker' and t.name like 'dbos.%')
       and case when c.command = 'DELETE' then has_table_privilege(l.oid, t.oid, 'DELETE')
                else has_any_column_privilege(l.oid, t.oid, c.command) end)`

function checks(
  allowed: Allowances,
): readonly { about: Hazard['about']; text: string; values: readonly (readonly string[])[] }[] {
  const { definers, sharedTables: shared, globalKeys: global } = allowed
  return [
    { about: 'privileges', text: roles, values: [] },
    { about: 'policies', text: rowSecurity, values: [shared] },
    { about: 'policies', text: policies, values: [shared] },
    { about: 'privileges', text: excessGrants, values: [] },
    { about: 'privileges', text: placing, values: [placingColumns] },
    { about: 'policies', text: keys, values: [global] },
    { about: 'privileges', text: functions, values: [definers] },
  ]
}

const roles = `
  with served as (
    select * from pg_roles where rolname in ('mostrador_api', 'mostrador_worker', session_user, current_user))
  select 'login role ' || rolname || ' has powers beyond its grants' as fault from served
   where rolsuper or rolbypassrls or rolcreaterole or rolcreatedb or rolreplication
  union all
  select 'login role ' || r.rolname || ' is a member of ' || g.rolname from served r
    join pg_auth_members m on m.member = r.oid join pg_roles g on g.oid = m.roleid where not r.rolsuper
  union all
  select 'login role ' || r.rolname || ' owns ' || count(*) || ' objects' from served r
    join pg_shdepend d on d.refclassid = 'pg_authid'::regclass and d.refobjid = r.oid and d.deptype = 'o'
   group by r.rolname
  union all
  select 'login role ' || r.rolname || ' may create in schema ' || n.nspname from served r cross join pg_namespace n
   where has_schema_privilege(r.oid, n.oid, 'CREATE') and n.nspname not like 'pg\\_%' and not r.rolsuper
  union all
  -- On Citus it does: the nodes connect to each other as the role whose statement they run.
  select 'mostrador_owner can log in' from pg_roles where rolname = 'mostrador_owner' and rolcanlogin
     and not exists (select from pg_extension where extname = 'citus')`

const rowSecurity = `
  with ${reachable}
  select distinct name || case when relkind in ('v', 'm', 'f') then ' is reached past row-level security'
                               else ' has no forced row-level security' end as fault
    from granted
   where case relkind when 'v' then not coalesce('security_invoker=true' = any (reloptions), false)
                      when 'm' then true when 'f' then true
                      else not (relrowsecurity and relforcerowsecurity)
                           and (has_set or has_merchant or name <> all ($1)) end`

const policies = `
  with ${reachable}
  select g.rolname || ' may ' || g.command || ' ' || g.name || ' without a policy' as fault
    from granted g
   where g.relkind in ('r', 'p') and g.name <> all ($1)
     and not exists (select from pg_policy p
                      where p.polrelid = g.oid and p.polcmd in (g.polcmd::"char", '*') and g.role = any (p.polroles))
  union all
  select 'policy ' || p.polname || ' on ' || t.name || ' is for everybody' from pg_policy p
    join tables t on t.oid = p.polrelid where 0 = any (p.polroles)
  union all
  select 'policy ' || p.polname || ' on ' || t.name || ' shows every row to mostrador_api' from pg_policy p
    join tables t on t.oid = p.polrelid join logins l on l.oid = any (p.polroles) and l.rolname = 'mostrador_api'
   where 'true' in (pg_get_expr(p.polqual, p.polrelid), pg_get_expr(p.polwithcheck, p.polrelid))`

const excessGrants = `
  with ${reachable}
  select r.rolname || ' holds ' || p.privilege || ' on ' || t.name as fault
    from tables t cross join logins r
   cross join (values ('TRUNCATE'), ('REFERENCES'), ('TRIGGER')) p (privilege)
   where has_table_privilege(r.oid, t.oid, p.privilege) or
         (p.privilege = 'REFERENCES' and has_any_column_privilege(r.oid, t.oid, 'REFERENCES'))
  union all
  select 'everybody holds ' || a.privilege_type || ' on ' || n.nspname || '.' || c.relname
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
   cross join lateral aclexplode(c.relacl) a where a.grantee = 0 and n.nspname in ${ours}`

const placing = `
  with ${reachable}
  select l.rolname || ' may update ' || t.name || '.' || a.attname as fault
    from tables t cross join logins l
    join pg_attribute a on a.attrelid = t.oid and a.attname = any ($1) and not a.attisdropped
   where t.has_set and t.relkind in ('r', 'p') and has_column_privilege(l.oid, t.oid, a.attnum, 'UPDATE')`

const keys = `
  with ${reachable}, tenant as (select distinct oid, name from granted where has_set and relkind in ('r', 'p'))
  select i.relname || ' on ' || t.name || ' does not begin with merchant_id' as fault
    from tenant t join pg_index x on x.indrelid = t.oid and x.indisunique
    join pg_class i on i.oid = x.indexrelid join pg_namespace n on n.oid = i.relnamespace
    left join pg_attribute a on a.attrelid = t.oid and a.attnum = x.indkey[0]
   where a.attname is distinct from 'merchant_id' and n.nspname || '.' || i.relname <> all ($1)
  union all
  -- The names are looked up one by one: a fresh database has no statistics yet, and joining pg_attribute twice
  -- was planned as a product of all columns, a quarter of a second at every start.
  select c.conname || ' on ' || t.name || ' refers across merchants' from tenant t
    join pg_constraint c on c.conrelid = t.oid and c.contype = 'f'
    join tables f on f.oid = c.confrelid and f.has_merchant
   where ((select attname from pg_attribute where attrelid = c.conrelid and attnum = c.conkey[1]),
          (select attname from pg_attribute where attrelid = c.confrelid and attnum = c.confkey[1]))
         is distinct from ('merchant_id', 'merchant_id')`

const functions = `
  with definers as (
    select p.oid, n.nspname || '.' || p.proname as name, p.proconfig
      from pg_proc p join pg_namespace n on n.oid = p.pronamespace
     where p.prosecdef and n.nspname not in ('pg_catalog', 'information_schema')
       and (n.nspname in ${ours} or has_function_privilege('mostrador_api', p.oid, 'EXECUTE')
            or has_function_privilege('mostrador_worker', p.oid, 'EXECUTE')))
  select oid::regprocedure || ' runs as its owner and no file declares it' as fault from definers
   where name <> all ($1)
  union all
  select oid::regprocedure || ' runs as its owner without a pinned search_path' from definers
   where not coalesce('search_path=pg_catalog, pg_temp' = any (proconfig), false)
  union all
  select p.oid::regprocedure || ' can be called by everybody'
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace
   where n.nspname in ${ours} and has_function_privilege('public', p.oid, 'EXECUTE')`
