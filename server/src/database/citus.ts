import type pg from 'pg'
import type { SqlFile, SqlSources } from './sources.ts'

/** Whether the database is the coordinator of a cluster of Citus. */
export async function hasCitus(client: pg.Client): Promise<boolean> {
  const { rowCount } = await client.query(`select from pg_extension where extname = 'citus'`)
  return rowCount === 1
}

/**
 * Citus does not know a role that was made before Citus was, or in another database, and refuses what needs it on the other
 * nodes. It gets to know it, and makes it there, when a superuser grants it a function.
 */
export async function spreadRoles(admin: pg.Client, roles: readonly string[]): Promise<void> {
  const { rows } = await admin.query<{ role: string }>(
    `select rolname as role from pg_roles where rolname = any ($1)
        and oid not in (select objid from pg_dist_object where classid = 'pg_authid'::regclass)`,
    [roles],
  )
  if (rows.length === 0) return
  const names = rows.map(({ role }) => role).join(', ')
  await admin.query('begin')
  await admin.query('create schema granting')
  await admin.query('create function granting.zero() returns int language sql return 0')
  await admin.query(`grant execute on function granting.zero() to ${names}`)
  await admin.query('drop schema granting cascade')
  await admin.query('commit')
}

/** Forms of ours that Citus does not take, or whose effect ends at the coordinator, and what stands there instead. */
export const renderings: readonly (readonly [ours: RegExp, theirs: string])[] = [
  // Citus refuses a subquery in a policy. Without it the sets are read once a row.
  [/\(select (app\.\w+_sets\(\))\)::int\[\]/g, '$1'],
  // With citus.propagate_set_commands, SET LOCAL is sent to the nodes; set_config is not.
  [
    /sql volatile\n {2}return set_config\(p_name, p_value, true\);/g,
    `plpgsql volatile
as $$$$
begin
  execute format('set local %I.%I = %L', split_part(p_name, '.', 1), split_part(p_name, '.', 2), coalesce(p_value, ''));
  return p_value;
end $$$$;`,
  ],
  // A change of a table that Citus manages here makes the commit one of two phases, also when it concerns no row.
  [
    /(function app\.commit_as_one\(\)[^$]*\$\$\nbegin\n)(?=end)/g,
    '$1  update migration.commits set no = no where no = 0;\n',
  ],
  // A node cannot prepare a transaction that notifies, and nobody listens there. The server process that runs the
  // transaction receives this instead. Citus forwards notices of a node, but not messages of level info.
  [/perform events\.wake\(\);/g, "raise notice 'events' using errcode = 'MO003';"],
  // A single PostgreSQL has no nodes. Of one that is down the address is another (citus-nodes.ts).
  [
    /(function platform\.nodes\(\)[^$]*\$\$\nbegin\n {2}return)(;)/g,
    `$1 query select n.groupid, regexp_replace(n.nodename, '^/down/', '') || ':' || n.nodeport from pg_dist_node n
    where n.noderole = 'primary' and n.shouldhaveshards$2`,
  ],
  [
    /(function platform\.node_group_of\(p_merchant uuid\)[^$]*\$\$\nbegin\n {2}return) null;/g,
    `$1 (select p.groupid from pg_dist_placement p
    where p.shardid = get_shard_id_for_distribution_column('money.wallets', p_merchant));`,
  ],
  [
    /(function platform\.nodes_with_shards\(\)[^$]*\$\$\nbegin\n {2}return query select) null::int;/g,
    `$1 distinct p.groupid from pg_dist_placement p join pg_dist_shard s using (shardid)
    where s.logicalrelid = 'money.wallets'::regclass and s.shardminvalue <> s.shardmaxvalue;`,
  ],
  // A single PostgreSQL is its own only node.
  [
    /(function audit\.node_identities\(\)[^$]*\$\$\nbegin\n {2}return)(;)/g,
    `$1 query select n.groupid || '=' || r.result
    from run_command_on_workers('select audit.node_identity()') r
    join pg_dist_node n on n.nodename = r.nodename and n.nodeport = r.nodeport where r.success$2`,
  ],
  [
    /(function audit\.known_until\(p_nodes int\[\]\)[^$]*\$\$\nbegin\n {2}return) \(select max\(l\.at\) from audit\.log l\);/g,
    `$1 (select case when p_nodes = '{}' then max(n.until) else min(n.until) end from (
    select p.groupid, max(case when r.success then nullif(r.result, '')::timestamptz end) as until
      from run_command_on_shards('audit.log', 'select max(at) from %s') r join pg_dist_placement p using (shardid)
     where p_nodes = '{}' or p.groupid = any (p_nodes) group by p.groupid) n);`,
  ],
  // Five minutes are half of the time for which the sealer looks back. For a node that does not answer, `result` is an error
  // text, so the cast to int fails.
  [
    /(function audit\.has_commit_in_doubt\(\)[^$]*\$\$\nbegin\n {2}return) false;/g,
    `$1 (select coalesce(bool_or(r.result::int > 0), false) from run_command_on_workers(
    'select count(*) from pg_prepared_xacts p where p.database = current_database() and starts_with(p.gid, ''citus_'')
        and p.prepared < now() - interval ''5 minutes''') r);`,
  ],
  [/(function app\.is_spread\(\)[^;]*return )false;/g, '$1true;'],
  // Citus plans a join only with the values of its parameters.
  [/\n {2}set plan_cache_mode = force_generic_plan(?=\n)/g, ''],
]

/** The files as they run on Citus. Their checksums stay those of the files. */
export function renderedForCitus({ functions, policies, ...rest }: SqlSources): SqlSources {
  const rendered = (file: SqlFile) => ({
    ...file,
    text: renderings.reduce((text, [ours, theirs]) => text.replace(ours, theirs), file.text),
  })
  return { ...rest, functions: functions.map(rendered), policies: policies.map(rendered) }
}

/** What the coordinator alone has: the job engine's schema, which no other node needs. */
export const ofCoordinatorOnly = {
  async run(client: pg.Client, work: () => Promise<void>): Promise<void> {
    await client.query('set citus.enable_ddl_propagation = off')
    await work()
    await client.query('set citus.enable_ddl_propagation = on')
  },
  /** For a program that connects by itself. */
  url(adminUrl: string): string {
    const url = new URL(adminUrl)
    url.searchParams.set('options', '-c citus.enable_ddl_propagation=off')
    return url.href
  },
}

/**
 * Before the first change. Everybody may read the views in which Citus lists the tables of all nodes, past row-level
 * security: nobody may afterwards.
 *
 * @param client as the owner of the extension
 */
export async function openCluster(client: pg.Client): Promise<void> {
  // One transaction changes spread and copied tables, which Citus permits on one connection for each node.
  await client.query(`set citus.multi_shard_modify_mode = 'sequential'`)
  await onEveryNode(client, databaseRights)
  await revokeOnEveryNode(
    client,
    `select 'select on ' || c.oid::regclass from pg_depend d join pg_class c on c.oid = d.objid
      where d.classid = 'pg_class'::regclass and d.refclassid = 'pg_extension'::regclass and d.deptype = 'e'
        and d.refobjid = (select oid from pg_extension where extname = 'citus')
        and c.relkind = 'v' and c.relnamespace::regnamespace::text not like 'pg\\_%'
        and exists (select from aclexplode(c.relacl) a where a.grantee = 0)`,
  )
}

/** As `ensureRoles` gives them in the coordinator's database. */
const databaseRights = `
  do $do$
  begin
    set local citus.enable_ddl_propagation = off;
    execute format('grant create, temporary on database %I to mostrador_owner', current_database());
    execute format('revoke temporary on database %I from public, mostrador_api, mostrador_worker', current_database());
  end $do$`

/**
 * Citus makes our functions on the other nodes without the default privileges that keep everybody from calling them. It
 * is called before functions are made, and afterwards for those of a node that was added.
 *
 * @param client as the functions' owner
 */
export async function closeFunctions(client: pg.Client): Promise<void> {
  await onEveryNode(client, 'alter default privileges revoke execute on functions from public')
  await revokeOnEveryNode(
    client,
    `select distinct 'execute on all functions in schema ' || p.pronamespace::regnamespace from pg_proc p
      where p.proowner = 'mostrador_owner'::regrole and has_function_privilege('public', p.oid, 'execute')`,
  )
}

/** @param privileges query of what is revoked from everybody */
const revokeOnEveryNode = (client: pg.Client, privileges: string) =>
  onEveryNode(
    client,
    `do $do$
     declare privilege text;
     begin
       set local citus.enable_ddl_propagation = off;
       for privilege in ${privileges} loop execute format('revoke %s from public', privilege); end loop;
     end $do$`,
  )

async function onEveryNode(client: pg.Client, statement: string): Promise<void> {
  const { rows } = await client.query<{ result: string }>(
    'select result from run_command_on_all_nodes($1) where not success',
    [statement],
  )
  for (const { result } of rows) throw new Error(`A node of the cluster refused ${statement}: ${result}`)
}
