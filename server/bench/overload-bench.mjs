import { checkouts, fillShelves } from './checkout-bench.mjs'
import { asSuperuser } from './ground.mjs'
import { httpLoad } from './http-load.mjs'
import { openLoad, wasServed } from './open-load.mjs'
import { absolute, comparison, median, percentile } from './rounds.mjs'
import { soldProduct, tills } from './sale-bench.mjs'
import { startServer } from './server-process.mjs'

const clients = 16
/** What is offered, in times of the peak. */
const times = 3

/**
 * Three times the sales that the server can make, whether it answers or not: as when all tills of a chain ask again
 * after a break. What it completes then is compared with its peak, measured just before. Sales of services are mostly
 * the worker's transactions, and those of goods are the API's, in two requests.
 *
 * @param {{ large: import('./ground.mjs').Database }} databases
 * @param {import('./options.mjs').Sizes & { profileDir: string | undefined }} options
 */
export async function* overloadBench({ large }, { wallets, rounds, turnMs, profileDir }) {
  const { productId } = await soldProduct(large)
  const { spread } = tills(wallets, productId)
  await asSuperuser(large.adminUrl, (client) => fillShelves(client, wallets))
  const server = await startServer(large, { profileDir })
  try {
    const measure = (visit) => measured(server.url, { visit, rounds, turnMs })
    const name = `${times} times the peak offered`
    const services = await measure((ask) => ask(spread(), 201))
    yield* rows(`sales, ${name}`, services, 'sales/s')
    const goods = await measure(checkouts(wallets))
    yield* rows(`checkouts, ${name}`, goods, 'checkouts/s')
    yield absolute(`checkouts, ${name}: begun, and not finished`, {
      ours: Math.max(...goods.turns.map(({ abandoned }) => abandoned)),
      unit: 'checkouts',
      atMost: 0,
    })
  } finally {
    await server.stop()
  }
}

async function measured(url, { visit, rounds, turnMs }) {
  const peak = async () => (await httpLoad(url, { clients, turnMs, visit })).perSecond
  await peak()
  const peaks = []
  const turns = []
  for (let round = 0; round < rounds; round++) {
    peaks.push(await peak())
    turns.push(await offer(url, { perSecond: times * peaks.at(-1), turnMs, visit }))
  }
  return { peaks, turns }
}

function rows(name, { peaks, turns }, unit) {
  const middle = (pick) => median(turns.map(pick))
  return [
    comparison(`${name}, against the peak`, {
      ours: turns.map(({ perSecond }) => perSecond),
      baseline: peaks,
      unit,
      atLeast: 0.8,
      note: `${Math.round(middle(({ refused }) => refused))} of ${Math.round(middle(({ begun }) => begun))} a turn were refused`,
    }),
    absolute(`${name}: 99 % of the refusals within`, {
      ours: middle(({ refusedMs }) => refusedMs),
      unit: 'ms',
      atMost: 100,
    }),
    absolute(`${name}: 99 % of the other answers within`, {
      ours: middle(({ servedMs }) => servedMs),
      unit: 'ms',
      atMost: 2_000,
    }),
  ]
}

/** Begins visits at a rate that does not depend on the answers. There are as many connections as visits a second. */
async function offer(url, { perSecond, turnMs, visit }) {
  const waitsMs = { served: [], refused: [] }
  const counts = { begun: 0, done: 0, abandoned: 0 }
  const begin = async (exchange) => {
    let served = 0
    const ask = async (request, expected) => {
      const sentMs = performance.now()
      const answer = await exchange(request)
      const isServed = wasServed(answer, expected)
      waitsMs[isServed ? 'served' : 'refused'].push(performance.now() - sentMs)
      if (!isServed) throw refused
      served++
      return answer.body
    }
    try {
      await visit(ask)
      counts.done++
    } catch (error) {
      if (error !== refused) throw error
      if (served > 0) counts.abandoned++
    }
  }
  // Until the first are answered nothing is completed; then it is counted. Waits are measured from the start.
  const leadInMs = turnMs / 4
  let counted
  let donePerSecond
  await openLoad(url, {
    connections: Math.ceil(perSecond),
    next(sinceMs) {
      if (counts.begun >= (sinceMs * perSecond) / 1_000) return undefined
      counts.begun++
      return begin
    },
    isOver(sinceMs) {
      if (sinceMs >= leadInMs) counted ??= { done: counts.done, atMs: sinceMs }
      if (sinceMs < turnMs + leadInMs) return false
      donePerSecond = ((counts.done - counted.done) * 1_000) / (sinceMs - counted.atMs)
      return true
    },
  })
  return {
    perSecond: donePerSecond,
    begun: counts.begun,
    abandoned: counts.abandoned,
    refused: waitsMs.refused.length,
    refusedMs: percentile(waitsMs.refused, 0.99),
    servedMs: percentile(waitsMs.served, 0.99),
  }
}

const refused = new Error('refused')
