import type pg from 'pg'
import { inTransaction } from './in-transaction.ts'
import type { Place } from './places.ts'
import { NotMigratable } from './roles.ts'

interface ForeignKey {
  readonly table: string
  readonly name: string
  readonly definition: string
  /** A table of the coordinator refers to one of all nodes. */
  readonly isOfControl: boolean
}

/**
 * Gives each table the place that it declares: `shared` ones are copied to every node, `tenant` ones are spread by
 * merchant, with all rows of a merchant on one node. Returns the tables that had no place before.
 *
 * Foreign keys of these tables are removed meanwhile, and kept in a table, so that a migration that dies finds them
 * again. Those from `control` to `shared` tables stay removed: with them Citus also manages the `control` tables, and
 * refuses for them what it refuses for spread ones.
 *
 * @param client as the tables' owner
 */
export async function placeTables(client: pg.Client, places: ReadonlyMap<string, Place>): Promise<string[]> {
  await client.query(removedKeys)
  const placed = await placedTables(client)
  const unplaced = [...places].filter(([table, place]) => place !== 'control' && !placed.has(table))
  const names = unplaced.map(([table]) => table)
  await refuseLateCluster(client, names)
  await inTransaction(client, () => removeKeys(client, places, names))
  for (const [table, place] of unplaced)
    await inTransaction(client, async () => {
      await client.query(place === 'shared' ? 'select create_reference_table($1)' : spread, [table])
    })
  await addKeys(client)
  await inTransaction(client, () => manageCommits(client))
  return names
}

const removedKeys = `create table if not exists migration.removed_keys (
  "table" text, name text, definition text not null, primary key ("table", name))`

/** An empty table of the coordinator, of which Citus knows. `app.commit_as_one` names it. */
async function manageCommits(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query(
    `select from pg_dist_partition where logicalrelid = to_regclass('migration.commits')`,
  )
  if (rowCount !== 0) return
  await client.query('create table if not exists migration.commits (no int primary key)')
  await client.query(`select citus_add_local_table_to_metadata('migration.commits')`)
}

/** With the tables that are spread already. */
const spread = `select create_distributed_table($1, 'merchant_id', colocate_with := coalesce(
  (select logicalrelid::text from pg_dist_partition where partmethod = 'h' order by logicalrelid limit 1), 'none'))`

async function placedTables(client: pg.Client): Promise<ReadonlySet<string>> {
  const { rows } = await client.query<{ table: string }>(
    `select logicalrelid::text as table from pg_dist_partition where partmethod = 'h' or repmodel = 't'`,
  )
  return new Set(rows.map(({ table }) => table))
}

async function removeKeys(
  client: pg.Client,
  places: ReadonlyMap<string, Place>,
  unplaced: readonly string[],
): Promise<void> {
  const inPlace = (place: Place) => [...places].flatMap(([table, each]) => (each === place ? [table] : []))
  const { rows } = await client.query<ForeignKey>(
    `select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition,
            conrelid::regclass::text = any ($2) and confrelid::regclass::text = any ($3) as "isOfControl"
       from pg_constraint
      where contype = 'f' and conparentid = 0
        and (conrelid::regclass::text = any ($1) or confrelid::regclass::text = any ($1)
             or conrelid::regclass::text = any ($2) and confrelid::regclass::text = any ($3))`,
    [unplaced, inPlace('control'), inPlace('shared')],
  )
  for (const { table, name, definition, isOfControl } of rows) {
    if (!isOfControl)
      await client.query(
        'insert into migration.removed_keys ("table", name, definition) values ($1, $2, $3)',
        [table, name, definition],
      )
    await client.query(`alter table ${table} drop constraint ${name}`)
  }
}

async function addKeys(client: pg.Client): Promise<void> {
  const { rows } = await client.query<Omit<ForeignKey, 'isOfControl'>>('select * from migration.removed_keys')
  for (const { table, name, definition } of rows)
    await inTransaction(client, async () => {
      await client.query(`alter table ${table} add constraint ${name} ${definition}`)
      await client.query('delete from migration.removed_keys where "table" = $1 and name = $2', [table, name])
    })
}

/** @throws NotMigratable when the tables have policies, which are made after they have a place */
async function refuseLateCluster(client: pg.Client, unplaced: readonly string[]): Promise<void> {
  const { rowCount } = await client.query('select from pg_policy where polrelid::regclass::text = any ($1)', [
    unplaced,
  ])
  if (rowCount !== 0)
    throw new NotMigratable(
      'This database was migrated before Citus was created in it. Create an empty database, make it a cluster ' +
        '(docs/cluster.md), migrate it, and copy the rows there.',
    )
}

/**
 * Lets the functions that declare it be carried to the node of their merchant: whole, on the caller's own connection. A function
 * that runs on the coordinator reaches the nodes as its owner, and Citus refuses what a second user does in a transaction with
 * rows that the first has changed.
 *
 * @param names of `carriedFunctionsOf`
 * @param client as the functions' owner
 */
export async function carryFunctions(client: pg.Client, names: readonly string[]): Promise<void> {
  const { rows } = await client.query<{ signature: string }>(
    `select p.oid::regprocedure::text as signature from pg_proc p
      where p.pronamespace::regnamespace || '.' || p.proname = any ($1)
        and not exists (select from pg_dist_object o
                         where o.classid = 'pg_proc'::regclass and o.objid = p.oid and o.force_delegation)`,
    [names],
  )
  for (const { signature } of rows)
    await client.query(
      `select create_distributed_function($1, 'p_merchant', force_delegation := true,
         colocate_with := (select logicalrelid::text from pg_dist_partition where partmethod = 'h' order by logicalrelid limit 1))`,
      [signature],
    )
}
