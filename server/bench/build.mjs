// What a run needs of a build: another one is loaded from its own folder, over which this folder is laid.
import { sandboxAggregator } from '../dist/adapters/aggregator/sandbox.js'
import { createDatabase as createDatabaseOf } from '../dist/database/database.js'
import { syncCatalog } from '../dist/vas/sales/catalog-sync.js'
import { catalogLoads } from './catalog-bench.mjs'
import { checkoutLoads } from './checkout-bench.mjs'
import { fill, settle } from './fill.mjs'
import { asSuperuser, createDatabase } from './ground.mjs'
import { readLoads } from './read-bench.mjs'
import { saleLoads } from './sale-bench.mjs'
import { startServer } from './server-process.mjs'
import { buildWorld } from './world.mjs'

/**
 * What is sent to a server over HTTP, by part. Each answers its loads by name.
 *
 * @typedef {object} Load
 * @property {string} units what is counted: `sales`
 * @property {(turnMs: number) => Promise<{ perSecond: number, units: number }>} run
 * @type {Record<string, (url: string, database: import('./ground.mjs').Database, options: import('./options.mjs').Sizes) => Promise<Record<string, Load>>>}
 */
export const loads = { sale: saleLoads, checkout: checkoutLoads, read: readLoads, catalog: catalogLoads }

/** A server of this build. */
export const openServer = (database) => startServer(database)

/** A database of this build with the world of the benchmarks and its past. */
export async function preparedDatabase(serverUrl, name, { wallets, rows }) {
  const database = await createDatabase(serverUrl, name)
  await asSuperuser(database.adminUrl, (client) => letLogIn(client, database.straightUrl))
  await prepareWorld(database, { wallets, rows })
  return database
}

/**
 * Gives a migrated database the world of the benchmarks.
 *
 * @param {import('./ground.mjs').Database} database
 * @param {{ wallets: number, rows: number }} sizes `rows`: 0 for a world without a past
 */
export async function prepareWorld(database, { wallets, rows }) {
  await fillCatalog(database)
  await asSuperuser(database.adminUrl, async (client) => {
    await buildWorld(client, wallets)
    if (rows > 0) await fill(client, { from: 0, to: rows })
    await settle(client)
  })
}

async function fillCatalog({ apiUrl, workerUrl }) {
  const onError = (error) => console.error(error.message)
  const database = createDatabaseOf({ url: apiUrl, workerUrl, poolSize: 2, onError })
  const sandbox = sandboxAggregator({})
  await syncCatalog(database, sandbox)
  await Promise.all([sandbox.close(), database.close()])
}

/** The login of the direct sale: it has both of the product's roles, under their policies. */
async function letLogIn(client, url) {
  const { username, password } = new URL(url)
  const { rowCount } = await client.query('select from pg_roles where rolname = $1', [username])
  if (rowCount > 0) return
  await client.query(
    `create role ${username} login password '${password}' in role mostrador_api, mostrador_worker`,
  )
}
