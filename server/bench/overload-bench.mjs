import { setTimeout as sleep } from 'node:timers/promises'
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
 * after a break. What it completes then is compared with its peak, measured just before.
 *
 * @param {{ large: import('./ground.mjs').Database }} databases
 * @param {import('./options.mjs').Sizes & { profileDir: string | undefined }} options
 */
export async function overloadBench({ large }, { wallets, rounds, turnMs, profileDir }) {
  const { productId } = await soldProduct(large)
  const { spread: request } = tills(wallets, productId)
  const server = await startServer(large, { profileDir })
  try {
    const peak = async () =>
      (await httpLoad(server.url, { clients, turnMs, expected: 201, request })).perSecond
    await peak()
    const peaks = []
    const turns = []
    for (let round = 0; round < rounds; round++) {
      peaks.push(await peak())
      turns.push(await offer(server.url, { perSecond: times * peaks.at(-1), turnMs, request }))
    }
    const name = `sales, ${times} times the peak offered`
    const middle = (pick) => Math.round(median(turns.map(pick)))
    return [
      comparison(`${name}, against the peak`, {
        ours: turns.map(({ perSecond }) => perSecond),
        baseline: peaks,
        unit: 'sales/s',
        atLeast: 0.8,
        note: `of ${middle(({ sent }) => sent)} requests a turn ${middle(({ refused }) => refused)} were refused`,
      }),
      absolute(`${name}: 99 % of the refusals within`, {
        ours: median(turns.map(({ refusedMs }) => refusedMs)),
        unit: 'ms',
        atMost: 100,
      }),
      absolute(`${name}: 99 % of the sales within`, {
        ours: median(turns.map(({ soldMs }) => soldMs)),
        unit: 'ms',
        atMost: 2_000,
      }),
    ]
  } finally {
    await server.stop()
  }
}

/**
 * Sends requests at a rate that does not depend on the answers, for as long as they find a connection: there are as
 * many as requests a second.
 */
async function offer(url, { perSecond, turnMs, request }) {
  const { hostname, port } = new URL(url)
  const connections = await Promise.all(
    Array.from({ length: Math.ceil(perSecond) }, () => connect(hostname, Number(port))),
  )
  const idle = [...connections]
  const waitsMs = { sold: [], refused: [] }
  const pending = new Set()
  let failure
  const ask = async (connection) => {
    const sentMs = performance.now()
    const outcome = outcomeOf(await connection.exchange(request()))
    waitsMs[outcome].push(performance.now() - sentMs)
    idle.push(connection)
  }
  try {
    const startedMs = performance.now()
    let sent = 0
    // Until the first sales are answered nothing is completed; then it is counted. Waits are measured from the start.
    const leadInMs = turnMs / 4
    let before
    while (performance.now() - startedMs < turnMs + leadInMs) {
      if (performance.now() - startedMs >= leadInMs)
        before ??= { sold: waitsMs.sold.length, atMs: performance.now() }
      const due = ((performance.now() - startedMs) * perSecond) / 1000
      for (; sent < due && idle.length > 0; sent++) {
        const asked = ask(idle.pop())
          .catch((error) => {
            failure ??= error
          })
          .finally(() => pending.delete(asked))
        pending.add(asked)
      }
      await sleep(2)
    }
    const soldPerSecond =
      ((waitsMs.sold.length - (before?.sold ?? 0)) * 1000) / (performance.now() - (before?.atMs ?? startedMs))
    await answered(pending)
    if (failure !== undefined) throw failure
    return {
      perSecond: soldPerSecond,
      sent,
      refused: waitsMs.refused.length,
      refusedMs: percentile(waitsMs.refused, 0.99),
      soldMs: percentile(waitsMs.sold, 0.99),
    }
  } finally {
    for (const connection of connections) connection.close()
  }
}

async function answered(pending) {
  const isOver = new AbortController()
  const late = sleep(patienceMs, undefined, { signal: isOver.signal }).catch(() => {})
  await Promise.race([Promise.all(pending).finally(() => isOver.abort()), late])
  if (pending.size > 0)
    throw new Error(`${pending.size} requests had no answer ${patienceMs} ms after the last was sent`)
}

function outcomeOf({ status, head, body }) {
  if (status === 201) return 'sold'
  if (status === 503 && /\r\nretry-after: \d/i.test(head)) return 'refused'
  throw new Error(`${status} instead of a sale, or of 503 with Retry-After: ${body}`)
}

function percentile(values, share) {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}
