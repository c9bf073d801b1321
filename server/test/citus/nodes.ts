import { ask, databaseOf } from '../cluster.ts'
import { type DebianPostgres, startInstalledPostgres } from '../debian-postgres.ts'

/** A coordinator and two workers, each a PostgreSQL of its own on this machine. */
export interface Nodes {
  /** Superusers' URLs of the database `postgres`. */
  readonly coordinator: string
  readonly workers: readonly string[]
  /** The servers: the coordinator's, and the workers' in the same order. */
  readonly servers: readonly DebianPostgres[]
  stop(): Promise<void>
}

const settings = {
  shared_preload_libraries: 'citus',
  wal_level: 'logical',
  // What moves a merchant's rows to another node while they change.
  output_plugin_libraries: 'pgoutput,citus',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '300',
  max_prepared_transactions: '300',
  // A table of the coordinator is as many tables on the workers as it has shards, and one transaction makes several.
  max_locks_per_transaction: '1024',
  // Citus keeps a process for each database.
  max_worker_processes: '64',
  'citus.shard_count': '4',
  'citus.node_conninfo': 'sslmode=disable',
  // SET LOCAL reaches the nodes.
  'citus.propagate_set_commands': 'local',
  // Only the coordinator changes copied tables. Otherwise it asks another node to lock them, and all that they refer to, as a
  // login that may not.
  'citus.allow_modifications_from_workers_to_replicated_tables': 'off',
  // What reads several merchants does not keep the same transaction from changing a copied table.
  'citus.multi_shard_modify_mode': 'sequential',
  'citus.enable_statistics_collection': 'off',
}

/**
 * @param bin of `citusPrograms`
 * @param changes of their settings
 */
export async function startNodes(
  bin: string,
  changes: Readonly<Record<string, string>> = {},
): Promise<Nodes> {
  const servers: Awaited<ReturnType<typeof startInstalledPostgres>>[] = []
  const stop = async () => {
    for (const server of servers.splice(0)) await server.stop()
  }
  try {
    // The nodes connect to each other as any of our roles. These three are reached from this machine only.
    for (let n = 0; n < 3; n++)
      servers.push(await startInstalledPostgres(bin, { ...settings, ...changes }, 'trust'))
  } catch (error) {
    await stop()
    throw error
  }
  const [coordinator = '', ...workers] = servers.map(({ url }) => url)
  return { coordinator, workers, servers: [...servers], stop }
}

/** Creates a database on every node, and makes them one. Returns the coordinator's URL of it. */
export async function createClusterDatabase(
  nodes: Pick<Nodes, 'coordinator' | 'workers'>,
  name: string,
): Promise<string> {
  for (const server of [nodes.coordinator, ...nodes.workers]) {
    await ask(server, `create database ${name}`)
    await ask(databaseOf(server, name), 'create extension citus')
  }
  const url = databaseOf(nodes.coordinator, name)
  await ask(url, `select citus_set_coordinator_host('127.0.0.1', ${new URL(nodes.coordinator).port})`)
  for (const worker of nodes.workers)
    await ask(url, `select citus_add_node('127.0.0.1', ${new URL(worker).port})`)
  return url
}
