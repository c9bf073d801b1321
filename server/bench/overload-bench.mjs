import { setTimeout as sleep } from 'node:timers/promises'
import { checkouts, fillShelves } from './checkout-bench.mjs'
import { asSuperuser } from './ground.mjs'
import { connect, httpLoad } from './http-load.mjs'
import { absolute, comparison, median } from './rounds.mjs'
import { soldProduct, tills } from './sale-bench.mjs'
import { startServer } from './server-process.mjs'

const clients = 16
/** What is offered, in times of the peak. */
const times = 3
/** How long a client waits for its answer after the load has ended. */
const patienceMs = 30_000

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

/**
 * Begins visits at a rate that does not depend on the answers, for as long as they find a connection: there are as
 * many as visits a second.
 */
async function offer(url, { perSecond, turnMs, visit }) {
  const { hostname, port } = new URL(url)
  const connections = await Promise.all(
    Array.from({ length: Math.ceil(perSecond) }, () => connect(hostname, Number(port))),
  )
  const idle = [...connections]
  const waitsMs = { served: [], refused: [] }
  const counts = { begun: 0, done: 0, abandoned: 0 }
  const pending = new Set()
  let failure
  const begin = async (connection) => {
    let served = 0
    const ask = async (request, expected) => {
      const sentMs = performance.now()
      const answer = await connection.exchange(request)
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
      if (error !== refused) failure ??= error
      else if (served > 0) counts.abandoned++
    }
    idle.push(connection)
  }
  try {
    const startedMs = performance.now()
    const sinceMs = (earlierMs) => performance.now() - earlierMs
    // Until the first are answered nothing is completed; then it is counted. Waits are measured from the start.
    const leadInMs = turnMs / 4
    let counted = { done: 0, fromMs: startedMs }
    while (sinceMs(startedMs) < turnMs + leadInMs) {
      if (counted.fromMs === startedMs && sinceMs(startedMs) >= leadInMs)
        counted = { done: counts.done, fromMs: performance.now() }
      const due = (sinceMs(startedMs) * perSecond) / 1000
      for (; counts.begun < due && idle.length > 0; counts.begun++) {
        const begun = begin(idle.pop()).finally(() => pending.delete(begun))
        pending.add(begun)
      }
      await sleep(2)
    }
    const donePerSecond = ((counts.done - counted.done) * 1000) / sinceMs(counted.fromMs)
    await answered(pending)
    if (failure !== undefined) throw failure
    return {
      perSecond: donePerSecond,
      begun: counts.begun,
      abandoned: counts.abandoned,
      refused: waitsMs.refused.length,
      refusedMs: percentile(waitsMs.refused, 0.99),
      servedMs: percentile(waitsMs.served, 0.99),
    }
  } finally {
    for (const connection of connections) connection.close()
  }
}

const refused = new Error('refused')

/** @returns false for a refusal as it has to be; throws for any other answer than the expected one */
function wasServed({ status, head, body }, expected) {
  if (status === expected) return true
  if (status === 503 && /\r\nretry-after: \d/i.test(head)) return false
  throw new Error(`${status} instead of ${expected}, or of 503 with Retry-After: ${body}`)
}

async function answered(pending) {
  const isOver = new AbortController()
  const late = sleep(patienceMs, undefined, { signal: isOver.signal }).catch(() => {})
  await Promise.race([Promise.all(pending).finally(() => isOver.abort()), late])
  if (pending.size > 0)
    throw new Error(`${pending.size} requests had no answer ${patienceMs} ms after the last was sent`)
}

function percentile(values, share) {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}
