import type pg from 'pg'
import { allNodes, answers, type Node } from './citus-nodes.ts'
import { inTransaction } from './in-transaction.ts'

/** The part of the tables in which a merchant's rows are. */
export interface Shard {
  readonly id: string
  readonly node: Node
  /** No other merchant's rows are in it. */
  readonly isOwn: boolean
}

/** @throws Error without the merchant's tables being spread */
export async function shardOf(client: pg.Client, merchantId: string): Promise<Shard> {
  const { rows } = await client.query<Shard>(
    `select s.shardid as id, s.shardminvalue = s.shardmaxvalue as "isOwn",
            json_build_object('id', n.nodeid, 'address', n.nodename || ':' || n.nodeport) as node
       from pg_dist_shard s join pg_dist_placement p using (shardid) join pg_dist_node n using (groupid)
      where s.shardid = get_shard_id_for_distribution_column('money.wallets', $1::uuid) and n.noderole = 'primary'`,
    [merchantId],
  )
  const [shard] = rows
  if (shard === undefined) throw new Error(`The rows of merchant ${merchantId} are on no node.`)
  return shard
}

/** Why rows cannot be moved between nodes at the moment, and what to do: a sentence for each node. */
export async function nodeFaults(client: pg.Client): Promise<string[]> {
  const faults: string[] = []
  for (const node of await allNodes(client)) {
    if (!(await answers(client, node))) faults.push(`The node ${node.address} does not answer.`)
    else if (!(await mayReplicate(client, node)))
      faults.push(
        `The node ${node.address} does not let Citus replicate rows. Set output_plugin_libraries = 'pgoutput,citus' there (docs/cluster.md).`,
      )
  }
  return faults
}

/** Newer minor releases of PostgreSQL have a list of what may replicate. */
async function mayReplicate(client: pg.Client, { id }: Node): Promise<boolean> {
  const { rows } = await client.query<{ libraries: string }>(
    `select result as libraries from run_command_on_all_nodes($$select current_setting('output_plugin_libraries', true)$$)
      where success and nodeid = $1`,
    [id],
  )
  const libraries = rows[0]?.libraries ?? ''
  return libraries === '' || /\bcitus\b/.test(libraries)
}

/**
 * Moves a merchant's rows to a node while they are read and written, together with nothing else: they get a part of the
 * tables of their own, unless they have one. Writes wait during the last step, in which the node changes. Returns when that
 * has committed. If the connection is lost, the coordinator stops within seconds and undoes it.
 */
export async function moveShard(client: pg.Client, merchantId: string, target: Node): Promise<void> {
  await client.query(`set client_connection_check_interval = '1s'`)
  // Of two who wait for each other, the request is the one that starts again.
  await client.query(`set deadlock_timeout = '1min'`)
  await client.query(`set lock_timeout = 0; set statement_timeout = 0`)
  const { id, isOwn, node } = await shardOf(client, merchantId)
  if (isOwn)
    await client.query(`select citus_move_shard_placement($1, $2::int, $3::int, 'force_logical')`, [
      id,
      node.id,
      target.id,
    ])
  else await client.query(split('force_logical'), [id, merchantId, node.id, target.id])
}

/** Cuts a merchant's part out of a shard and puts it on another node; what is left of the shard stays where it is. */
const split = (mode: 'force_logical' | 'block_writes') => `
  with part as (
    select shardminvalue::int as low, shardmaxvalue::int as high, worker_hash($2::uuid) as hash
      from pg_dist_shard where shardid = $1)
  select citus_split_shard_by_split_points($1,
           array_remove(array[case when hash > low then hash - 1 end, case when hash < high then hash end], null)::text[],
           array_remove(array[case when hash > low then $3::int end, $4::int, case when hash < high then $3::int end], null),
           '${mode}')
    from part`

/**
 * Puts the rows that are of no merchant on the coordinator, unless they are there: what is done with them, such as signing
 * in, needs no other node. Writes of merchants whose rows lie beside them wait meanwhile; in a new cluster there are none.
 *
 * @param client of a superuser, in any role
 */
export async function keepPlatformRows(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ platform: string; coordinator: number; role: string }>(
    `select app.platform_id() as platform, nodeid as coordinator, current_setting('role') as role
       from pg_dist_node where groupid = 0`,
  )
  for (const { platform, coordinator, role } of rows) {
    const isMoved = await inTransaction(client, async () => {
      await client.query('set local role none')
      const { id, isOwn, node } = await shardOf(client, platform)
      if (!isOwn) await client.query(split('block_writes'), [id, platform, node.id, coordinator])
      return !isOwn
    })
    if (!isMoved) continue
    // Now, and not when the cluster gets around to it: dropping tables makes writes of that moment deadlock.
    await client.query('set role none')
    await removeLeftovers(client)
    await client.query(`select set_config('role', $1, false)`, [role])
  }
}

/**
 * Citus applies changes on the new node as a role of the moment, which row-level security of our tables keeps from doing so:
 * it would try for ever. Called repeatedly while rows are being moved, since nothing says when the role appears.
 *
 * @param client as a superuser
 */
export async function admitReplication(client: pg.Client): Promise<void> {
  await client.query('select from run_command_on_all_nodes($1)', [admitRoles])
}

const admitRoles = `
  do $do$
  declare role text;
  begin
    set local citus.enable_ddl_propagation = off;
    for role in select rolname from pg_roles
                 where rolname ~ '^citus_shard_(move|split)_subscription_role_' and not rolbypassrls
    loop
      execute format('alter role %I bypassrls', role);
    end loop;
  end $do$`

/** Removes what moves have left on nodes: copies of rows that are elsewhere now, and everything of a move that died. */
export async function removeLeftovers(client: pg.Client): Promise<void> {
  await client.query('call citus_cleanup_orphaned_resources()')
}
