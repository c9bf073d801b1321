import { loginsOf } from '../dist/database/login.js'
import { migrate } from '../dist/database/migrate.js'
import { transactionsIn } from '../test/citus/commands-in-log.mjs'
import { citusPrograms } from '../test/citus/installed.mjs'
import { loads, openServer, prepareWorld } from './build.mjs'
import { metered } from './cpu.mjs'
import { asSuperuser, createDatabase, databaseAt } from './ground.mjs'
import { startInstalledPostgres } from './installed-postgres.mjs'
import { absolute, attempted, inTurns, readings } from './rounds.mjs'

const name = 'bench'
const parts = ['sale', 'checkout']

/** docs/cluster.md; the shards are as many on each of one, two or three workers. */
const citus = {
  shared_preload_libraries: 'citus',
  wal_level: 'logical',
  max_prepared_transactions: '300',
  max_locks_per_transaction: '1024',
  max_worker_processes: '64',
  'citus.shard_count': '6',
  'citus.node_conninfo': 'sslmode=disable',
  'citus.propagate_set_commands': 'local',
  'citus.allow_modifications_from_workers_to_replicated_tables': 'off',
  'citus.multi_shard_modify_mode': 'sequential',
  'citus.enable_statistics_collection': 'off',
}

/**
 * A sale and a checkout over HTTP on clusters with one, two and three workers, against a plain PostgreSQL of the same version,
 * all on this machine; and what each sends to the workers.
 *
 * @param {import('./options.mjs').Sizes} options
 */
export async function* clusterBench(options) {
  const bin = citusPrograms()
  if (bin === undefined) {
    console.log(
      '  Skipped: Citus is not installed for the PostgreSQL that pg_config names (docs/cluster.md).',
    )
    return
  }
  const plain = await openPlain(bin, options)
  try {
    for (const workers of [1, 2, 3]) {
      const words = `${workers} ${workers === 1 ? 'worker' : 'workers'}`
      yield* attempted(`cluster of ${words}`, () => withWorkers(bin, workers, words, plain, options))
    }
  } finally {
    await plain.stop()
  }
}

async function* withWorkers(bin, count, words, plain, options) {
  const cluster = await openCluster(bin, count, options)
  try {
    for (const part of parts)
      yield* attempted(`${part}, ${words}`, () => compared(part, words, cluster, plain, options))
  } finally {
    await cluster.stop()
  }
}

async function* compared(part, words, cluster, plain, options) {
  const [ours, baseline] = await Promise.all(
    [cluster, plain].map(async ({ server, database, databaseMs }) => {
      const [[, load]] = Object.entries(await loads[part](server.url, database, options))
      const meters = { databaseMs, serverMs: server.serverMs }
      return { units: load.units, run: load.run, turn: () => metered(meters, () => load.run(options.turnMs)) }
    }),
  )
  const measurements = { ours: ours.turn, baseline: baseline.turn }
  await inTurns({ rounds: 1 }, measurements)
  const series = await inTurns({ rounds: options.rounds }, measurements)
  yield* readings(`${part}, ${words}, against plain PostgreSQL`, {
    ...series,
    units: ours.units,
    atLeast: 0.5,
  })
  yield* counts(`${part}, ${words}`, await cluster.sentDuring(() => ours.run(options.turnMs)))
}

/** Per unit of work. A command is a round trip: the next one waits for its answer. */
function* counts(what, { transactions, units }) {
  const per = (count) => count / units
  const commands = transactions.flat().length
  const prepared = transactions.filter((names) => names.includes('prepare transaction')).length
  yield absolute(`${what}: commands to workers`, { ours: per(commands), unit: 'each' })
  yield absolute(`${what}: transactions on workers`, { ours: per(transactions.length), unit: 'each' })
  yield absolute(`${what}: of them prepared`, { ours: per(prepared), unit: 'each' })
}

async function openPlain(bin, options) {
  const node = await startInstalledPostgres(bin)
  const database = await createDatabase(node.url, name)
  return opened([node], database, options)
}

async function openCluster(bin, count, options) {
  const nodes = []
  try {
    for (let n = 0; n <= count; n++) nodes.push(await startInstalledPostgres(bin, citus))
    const url = await joined(nodes)
    await migrate(url, loginsOf(url).passwords)
    const cluster = await opened(nodes, databaseAt(url), options)
    return { ...cluster, sentDuring: (load) => sentDuring(nodes.slice(1), load) }
  } catch (error) {
    await Promise.all(nodes.map((node) => node.stop()))
    throw error
  }
}

/** With the world of the benchmarks, without a past: a cluster refuses the statements by which it is written. */
async function opened(nodes, database, { wallets }) {
  await prepareWorld(database, { wallets, rows: 0 })
  const server = await openServer(database)
  return {
    database,
    server,
    async databaseMs() {
      const all = await Promise.all(nodes.map((node) => node.databaseMs()))
      return all.includes(undefined) ? undefined : all.reduce((sum, each) => sum + each, 0)
    },
    async stop() {
      await server.stop()
      await Promise.all(nodes.map((node) => node.stop()))
    },
  }
}

/** Makes the nodes one; the first coordinates. Returns a superuser's address of the database. */
async function joined(nodes) {
  const at = (node) => Object.assign(new URL(node.url), { pathname: `/${name}` }).href
  for (const node of nodes) {
    await asSuperuser(node.url, (client) => client.query(`create database ${name}`))
    await asSuperuser(at(node), (client) => client.query('create extension citus'))
  }
  const [coordinator, ...workers] = nodes
  await asSuperuser(at(coordinator), async (client) => {
    await client.query(`select citus_set_coordinator_host('127.0.0.1', $1)`, [
      Number(new URL(coordinator.url).port),
    ])
    for (const worker of workers)
      await client.query(`select citus_add_node('127.0.0.1', $1)`, [Number(new URL(worker.url).port)])
  })
  return at(coordinator)
}

async function sentDuring(workers, load) {
  const logAll = async (value) => {
    for (const { url } of workers)
      await asSuperuser(url, async (client) => {
        await client.query(`alter system set log_statement = '${value}'`)
        await client.query('select pg_reload_conf()')
      })
  }
  const logs = () => Promise.all(workers.map(({ log }) => log()))
  await logAll('all')
  try {
    const before = await logs()
    const { units } = await load()
    const after = await logs()
    return { units, transactions: after.flatMap((log, no) => transactionsIn(log.slice(before[no].length))) }
  } finally {
    await logAll('none')
  }
}
