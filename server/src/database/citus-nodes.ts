import type pg from 'pg'

/** A node of a cluster. */
export interface Node {
  readonly id: number
  /** `host:port` */
  readonly address: string
}

/** The message says which node does not answer, and what to do. */
export class NodeSilent extends Error {}

/** The nodes of a place, those with the fewest parts of the tables first; none when there is no such place. */
export async function nodesOf(client: pg.Client, place: string): Promise<Node[]> {
  const { rows } = await client.query<Node>(
    `select n.nodeid as id, n.nodename || ':' || n.nodeport as address
       from pg_dist_node n
      where n.noderole = 'primary' and n.shouldhaveshards and platform.place_of_node(n.groupid) = $1
        and exists (select from platform.places where id = $1)
      order by (select count(*) from pg_dist_placement p where p.groupid = n.groupid), n.nodeid`,
    [place],
  )
  return rows
}

export async function answers(client: pg.Client, { id }: Node): Promise<boolean> {
  const { rows } = await client.query<{ answers: boolean }>(
    'select citus_check_connection_to_node(nodename, nodeport) as answers from pg_dist_node where nodeid = $1',
    [id],
  )
  return rows[0]?.answers === true
}

/**
 * Takes a node out of the cluster in the caller's transaction: from its commit on, copied tables are written without it, and
 * the merchants whose rows it has cannot be reached. `citus_disable_node` does the same, but refuses for a node with rows of
 * its own.
 *
 * @param client as a superuser
 */
export async function takeOut(client: pg.Client, { id }: Node): Promise<void> {
  await client.query('update pg_dist_node set isactive = false where nodeid = $1', [id])
}

/**
 * Takes a node in again in the caller's transaction, until whose end nobody changes a copied table: first the node gets the
 * rows of those as they are now, then everything else that has changed in the cluster meanwhile. If it is cut off, the node
 * stays out, and the next call begins anew.
 *
 * @param client as a superuser
 * @throws NodeSilent
 */
export async function takeIn(client: pg.Client, node: Node): Promise<void> {
  const { id } = node
  if (!(await answers(client, node)))
    throw new NodeSilent(
      `The node ${node.address} does not answer. Start its PostgreSQL, and repeat the command.`,
    )
  const { rows: tables } = await client.query<{ table: string; copy: string }>(
    `select p.logicalrelid::text as table, shard_name(p.logicalrelid, s.shardid) as copy
       from pg_dist_partition p join pg_dist_shard s using (logicalrelid) where p.repmodel = 't' order by 1`,
  )
  const each = (statement: (copy: string) => string) => tables.map(({ copy }) => statement(copy)).join(' ')
  await client.query(`lock table ${tables.map(({ table }) => table).join(', ')} in exclusive mode`)
  await client.query('update pg_dist_node set isactive = true where nodeid = $1', [id])
  await runOn(
    client,
    id,
    each((copy) => `alter table ${copy} disable trigger all; delete from ${copy};`),
  )
  for (const { copy } of tables)
    await client.query('select worker_copy_table_to_node($1::regclass, $2)', [copy, id])
  await runOn(
    client,
    id,
    each((copy) => `alter table ${copy} enable trigger all;`),
  )
  await client.query('select citus_activate_node(nodename, nodeport) from pg_dist_node where nodeid = $1', [
    id,
  ])
}

async function runOn(client: pg.Client, id: number, statements: string): Promise<void> {
  const { rows } = await client.query<{ result: string }>(
    `select r.result from pg_dist_node n
       cross join lateral master_run_on_worker(array[n.nodename], array[n.nodeport], array[$2], false)
         as r (node_name text, node_port int, success boolean, result text)
      where n.nodeid = $1 and not r.success`,
    [id, `do $do$ begin ${statements} end $do$`],
  )
  for (const { result } of rows)
    throw new Error(`A node of the cluster refused a change of its copies: ${result}`)
}
