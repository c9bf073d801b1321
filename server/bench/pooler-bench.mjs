import { pgbouncerHere, startPgBouncer } from '../test/pgbouncer.mjs'
import { httpLoad, httpRequest } from './http-load.mjs'
import { comparison, inTurns } from './rounds.mjs'
import { soldProduct, tills } from './sale-bench.mjs'
import { startServer } from './server-process.mjs'
import { idOf, tokenOf } from './world.mjs'

const clients = 16
/** As many as the server has, for each of its two logins: what is compared is the way, not its width. */
const poolSize = 16

/**
 * Sales and reads through PgBouncer in transaction mode, against the same without it.
 *
 * @param {{ large: import('./ground.mjs').Database }} databases
 * @param {import('./options.mjs').Sizes} options
 */
export async function* poolerBench({ large }, { wallets, rounds, turnMs }) {
  if (pgbouncerHere === undefined) {
    console.log('  Left out: PgBouncer is not installed (apt-get install pgbouncer).')
    return
  }
  const { productId } = await soldProduct(large)
  const bouncer = await startPgBouncer(large.adminUrl, poolSize)
  const pooled = {
    ...large,
    apiUrl: bouncer.via(large.apiUrl),
    workerUrl: bouncer.via(large.workerUrl),
    directUrl: large.workerUrl,
  }
  const servers = []
  try {
    for (const database of [large, pooled]) servers.push(await startServer(database))
    const [direct, through] = servers
    for (const { name, unit, expected, request } of loads(wallets, tills(wallets, productId).spread)) {
      const rate = (server) => async () =>
        (await httpLoad(server.url, { clients, turnMs: turnMs / 2, expected, request })).perSecond
      const measurements = { ours: rate(through), baseline: rate(direct) }
      await inTurns({ rounds: 1 }, measurements)
      const series = await inTurns({ rounds }, measurements)
      yield comparison(`${name} through PgBouncer, against direct`, { ...series, unit, atLeast: 0.5 })
    }
  } finally {
    await Promise.all(servers.map((server) => server.stop()))
    await bouncer.close()
  }
}

function loads(wallets, sale) {
  const products = () => {
    const till = 1 + Math.floor(Math.random() * wallets)
    const path = `/pos/products?storeId=${idOf('store', till)}`
    return httpRequest({ method: 'GET', path, token: tokenOf(till) })
  }
  return [
    { name: 'sale', unit: 'sales/s', expected: 201, request: sale },
    { name: 'GET /pos/products', unit: 'reads/s', expected: 200, request: products },
  ]
}
