import { checkout, fillShelves } from './checkout-bench.mjs'
import { asSuperuser } from './ground.mjs'
import { connect, httpRequest } from './http-load.mjs'
import { wasServed } from './open-load.mjs'
import { soldProduct, tills } from './sale-bench.mjs'
import { idOf, tokenOf } from './world.mjs'

/**
 * What tills do in a shop day, each tried once. On a cluster, those that it refuses are left out; elsewhere a refusal is an
 * error.
 *
 * @param {import('./ground.mjs').Database} database with the world of the benchmarks
 * @param {string} url of the server
 * @param {{ merchants: number, isCluster: boolean }} options
 * @returns {Promise<{ visits: Record<string, Visit>, leftOut: { act: string, why: string }[], tried: Sold[] }>}
 *
 * @typedef {{ act: import('./demand.mjs').Act, shop: number, centavos: number }} Sold what a till has been told
 * @typedef {(exchange: import('./open-load.mjs').Exchange, shop: number) => Promise<Sold | undefined>} Visit undefined: it
 *          was refused
 */
export async function dayActs(database, url, { merchants, isCluster }) {
  const { hostname, port } = new URL(url)
  const [visits, leftOut, tried] = [{}, [], []]
  const leaveOut = (act, error) => {
    if (!isCluster) throw error
    leftOut.push({ act, why: error.message.split('\n')[0] })
  }
  for (const [act, prepare] of Object.entries(acts)) {
    const connection = await connect(hostname, Number(port))
    try {
      const visit = await prepare(database, merchants)
      tried.push(await visit(connection.exchange, 1))
      visits[act] = visit
    } catch (error) {
      leaveOut(act, error)
    } finally {
      connection.close()
    }
  }
  return { visits, leftOut, tried }
}

/** Each prepares the database, and answers how one is made. */
const acts = {
  async goods({ adminUrl }, merchants) {
    await asSuperuser(adminUrl, (client) => fillShelves(client, merchants))
    return asked(
      'goods',
      (ask, shop) => checkout(ask, shop),
      ({ order }) => order.totalCentavos,
    )
  },
  async topUp(database, merchants) {
    const { of } = tills(merchants, (await soldProduct(database)).productId)
    // 202: it is sold, and its outcome comes later.
    return asked(
      'topUp',
      (ask, shop) => ask(of(shop), 201, 202),
      ({ amountCentavos }) => amountCentavos,
    )
  },
  async read() {
    const request = (shop) =>
      httpRequest({
        method: 'GET',
        path: `/pos/products?storeId=${idOf('store', shop)}`,
        token: tokenOf(shop),
      })
    return asked(
      'read',
      (ask, shop) => ask(request(shop), 200),
      () => 0,
    )
  },
}

function asked(act, visit, centavosOf) {
  return async (exchange, shop) => {
    const ask = async (request, ...expected) => {
      const answer = await exchange(request)
      if (!wasServed(answer, ...expected)) throw refused
      return answer.body
    }
    try {
      const answer = JSON.parse(await visit(ask, shop))
      return { act, shop, centavos: centavosOf(answer) }
    } catch (error) {
      if (error === refused) return undefined
      throw error
    }
  }
}

const refused = new Error('refused')
