import pg from 'pg'
import { sale } from '../dist/vas/sales/queries.js'
import { metered } from './cpu.mjs'
import { httpLoad, httpRequest } from './http-load.mjs'
import { productPage } from './list-bench.mjs'
import { recorded } from './recorded.mjs'
import { attempted, inTurns, readings } from './rounds.mjs'
import { startServer } from './server-process.mjs'
import { idOf, membersWith, tokenOf } from './world.mjs'

const clients = 16

/**
 * Reads over HTTP, with authentication and a transaction, against the bare query through the same driver.
 *
 * @param {{ large: import('./ground.mjs').Database }} databases
 * @param {import('./options.mjs').Sizes & { databaseMs: () => Promise<number | undefined> }} options
 */
export async function* readBench({ large }, { wallets, rows, rounds, turnMs, databaseMs }) {
  const server = await startServer(large)
  const connections = await connectAll(large.adminUrl)
  try {
    for (const read of await reads(picker(wallets, rows))) {
      const name = `${read.name}, against the bare query`
      yield* attempted(name, async () => {
        const measurements = {
          ours: () =>
            metered({ databaseMs, serverMs: server.serverMs }, () => over(server.url, read, turnMs / 2)),
          baseline: () =>
            metered({ databaseMs, serverMs: driverMs }, () => bareLoad(connections, turnMs / 2, read.query)),
        }
        await inTurns({ rounds: 1 }, measurements)
        const series = await inTurns({ rounds }, measurements)
        return readings(name, { ...series, units: 'reads', atLeast: 0.6 })
      })
    }
  } finally {
    await Promise.all([server.stop(), ...connections.map((client) => client.end())])
  }
}

/** The same requests, as loads. */
export async function readLoads(url, _database, { wallets, rows }) {
  const all = await reads(picker(wallets, rows))
  return Object.fromEntries(
    all.map((read) => [read.name, { units: 'reads', run: (turnMs) => over(url, read, turnMs) }]),
  )
}

const over = (url, { request }, turnMs) => httpLoad(url, { clients, turnMs, expected: 200, request })

/** The bare driver runs in this process. */
async function driverMs() {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/** Each as a request and as the query behind it. */
async function reads(pick) {
  const one = await recorded((tx) => sale(tx, '@id'))
  const page = (await productPage('@merchant', '@store')).at(-1)
  const get = (path, till) => httpRequest({ method: 'GET', path, token: tokenOf(till) })
  return [
    {
      name: 'GET /vas/sale/{id}',
      request() {
        const { till, id } = pick()
        return get(`/vas/sale/${id}`, till)
      },
      query: () => ({ name: 'sale', text: one.text, values: withParts(one.values, { '@id': pick().id }) }),
    },
    {
      name: 'GET /pos/products, 50 of a store',
      request() {
        const { till } = pick()
        return get(`/pos/products?storeId=${idOf('store', till)}`, till)
      },
      query() {
        const { till } = pick()
        const parts = { '@merchant': idOf('merchant', till), '@store': idOf('store', till) }
        return { name: 'page', text: page.text, values: withParts(page.values, parts) }
      },
    },
  ]
}

function withParts(values, parts) {
  return values.map((value) => (Array.isArray(value) ? withParts(value, parts) : (parts[value] ?? value)))
}

/** A till, and one of its past sales. */
function picker(wallets, rows) {
  const members = membersWith(wallets)
  return () => {
    const till = 1 + Math.floor(Math.random() * wallets)
    // `fill` assigns the sales to the members in turn.
    const turn = 1 + Math.floor(Math.random() * (rows / members - 2))
    return { till, id: idOf('sale', turn * members + till - 1) }
  }
}

function connectAll(url) {
  return Promise.all(
    Array.from({ length: clients }, async () => {
      const client = new pg.Client({ connectionString: url, pipeline: true, options: '-c jit=off' })
      await client.connect()
      return client
    }),
  )
}

async function bareLoad(connections, turnMs, query) {
  const startedMs = performance.now()
  let units = 0
  const work = async (client) => {
    while (performance.now() - startedMs < turnMs) {
      const { rowCount } = await client.query(query())
      if (rowCount === 0) throw new Error('the bare query found nothing')
      units++
    }
  }
  await Promise.all(connections.map(work))
  return { perSecond: (units * 1000) / (performance.now() - startedMs), units }
}
