import type pg from 'pg'

/** A node of a cluster. */
export interface Node {
  readonly id: number
  /** `host:port` */
  readonly address: string
}

/**
 * A node that is down has its host below this: a folder that is not there, in which sockets would be. So nobody waits for it,
 * and it is not used before it has been taken in again, even if it answers.
 */
const nowhere = '/down/'
const hostOf = `regexp_replace(n.nodename, '^${nowhere}', '')`

/** The message says which node does not answer, and what to do. */
export class NodeSilent extends Error {}

/** The nodes of a place, those with the fewest parts of the tables first; none when there is no such place. */
export async function nodesOf(client: pg.Client, place: string): Promise<Node[]> {
  const { rows } = await client.query<Node>(
    `select n.nodeid as id, ${hostOf} || ':' || n.nodeport as address
       from pg_dist_node n
      where n.noderole = 'primary' and n.shouldhaveshards and platform.place_of_node(n.groupid) = $1
        and exists (select from platform.places where id = $1)
      order by (select count(*) from pg_dist_placement p where p.groupid = n.groupid), n.nodeid`,
    [place],
  )
  return rows
}

/** Those that have rows of merchants. */
export async function allNodes(client: pg.Client): Promise<Node[]> {
  const { rows } = await client.query<Node>(
    `select n.nodeid as id, ${hostOf} || ':' || n.nodeport as address from pg_dist_node n
      where n.noderole = 'primary' and n.shouldhaveshards order by n.nodeid`,
  )
  return rows
}

export async function answers(client: pg.Client, { id }: Node): Promise<boolean> {
  const { rows } = await client.query<{ answers: boolean }>(
    'select citus_check_connection_to_node(n.nodename, n.nodeport) as answers from pg_dist_node n where n.nodeid = $1',
    [id],
  )
  return rows[0]?.answers === true
}

const sharedParts = `select s.shardid from pg_dist_shard s join pg_dist_partition t using (logicalrelid) where t.repmodel = 't'`

/**
 * Takes a node out in the caller's transaction: from its commit on, copied tables are written without it, and the merchants
 * whose rows it has cannot be reached. `citus_disable_node` refuses for a node with rows of its own, and without an active
 * node Citus runs on the coordinator what it would have carried, for other merchants too.
 *
 * @param client as a superuser
 */
export async function takeOut(client: pg.Client, { id }: Node): Promise<void> {
  await client.query(
    `delete from pg_dist_placement p using pg_dist_node n
      where n.nodeid = $1 and p.groupid = n.groupid and p.shardid in (${sharedParts})`,
    [id],
  )
  await client.query(
    `update pg_dist_node set nodename = $2 || nodename where nodeid = $1 and not starts_with(nodename, $2)`,
    [id, nowhere],
  )
}

/**
 * Takes a node in again in the caller's transaction, until whose end nobody changes a copied table: first the node gets their
 * rows as they are now. If it is cut off, the node stays out, and the next call begins anew.
 *
 * @param client as a superuser
 * @throws NodeSilent
 */
export async function takeIn(client: pg.Client, node: Node): Promise<void> {
  const { id } = node
  await client.query(`update pg_dist_node n set nodename = ${hostOf} where nodeid = $1`, [id])
  if (!(await answers(client, node)))
    throw new NodeSilent(
      `The node ${node.address} does not answer. Start its PostgreSQL, and repeat the command.`,
    )
  // What it had prepared when it went down holds rows.
  await client.query('select recover_prepared_transactions()')
  const { rows: tables } = await client.query<{ table: string; copy: string }>(
    `select t.logicalrelid::text as table, shard_name(t.logicalrelid, s.shardid) as copy
       from pg_dist_partition t join pg_dist_shard s using (logicalrelid) where t.repmodel = 't' order by 1`,
  )
  const block = (statement: (copy: string) => string) =>
    `do $do$ begin ${tables.map(({ copy }) => statement(copy)).join(' ')} end $do$`
  await client.query(`lock table ${tables.map(({ table }) => table).join(', ')} in exclusive mode`)
  await runOn(
    client,
    id,
    block((copy) => `alter table ${copy} disable trigger all; delete from ${copy};`),
  )
  for (const { copy } of tables) await copyRows(client, id, copy)
  await runOn(
    client,
    id,
    block((copy) => `alter table ${copy} enable trigger all;`),
  )
  await addPlacements(client, id)
}

/** How many rows go to a node in one statement. */
const batch = 2_000

/** From the coordinator's part of a table to that of a node, which is empty and has the same name. */
async function copyRows(client: pg.Client, id: number, copy: string): Promise<void> {
  const { rows: names } = await client.query<{ columns: string; values: string }>(
    `select string_agg(quote_ident(attname), ', ') as columns, string_agg('(r).' || quote_ident(attname), ', ') as values
       from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
    [copy],
  )
  await client.query(`declare parts no scroll cursor for select c::text as row from ${copy} c`)
  for (;;) {
    const { rows } = await client.query<{ row: string }>(`fetch ${batch} from parts`)
    if (rows.length === 0) break
    const given = rows.map(({ row }) => client.escapeLiteral(row)).join(', ')
    await runOn(
      client,
      id,
      `insert into ${copy} (${names[0]?.columns}) select ${names[0]?.values} from unnest(array[${given}]::${copy}[]) r`,
    )
  }
  await client.query('close parts')
}

/** As the node itself knows them. */
async function addPlacements(client: pg.Client, id: number): Promise<void> {
  const known = await runOn(
    client,
    id,
    `select json_agg(p) from pg_dist_placement p
      where p.groupid = (select groupid from pg_dist_local_group) and p.shardid in (${sharedParts})`,
  )
  await client.query(
    `insert into pg_dist_placement (placementid, shardid, shardstate, shardlength, groupid)
     select placementid, shardid, shardstate, shardlength, groupid
       from json_to_recordset($1) as p (placementid bigint, shardid bigint, shardstate int, shardlength bigint, groupid int)`,
    [known],
  )
}

/** Runs a statement there in a transaction of its own, and returns the value that it returns. */
async function runOn(client: pg.Client, id: number, statement: string): Promise<string> {
  const { rows } = await client.query<{ success: boolean; result: string }>(
    `select r.success, r.result from pg_dist_node n
       cross join lateral master_run_on_worker(array[n.nodename], array[n.nodeport], array[$2], false) r
      where n.nodeid = $1`,
    [id, statement],
  )
  const [answer] = rows
  if (answer?.success !== true)
    throw new Error(`A node of the cluster refused a change of its copies: ${answer?.result}`)
  return answer.result
}
