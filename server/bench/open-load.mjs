import { setTimeout as sleep } from 'node:timers/promises'
import { connect } from './http-load.mjs'

/** How long a client waits for its answer after the load has ended. */
const patienceMs = 30_000

/**
 * Begins visits when they are due, whether earlier ones were answered or not, for as long as a connection is idle.
 *
 * @typedef {Awaited<ReturnType<typeof connect>>['exchange']} Exchange
 * @param {string} url
 * @param {object} load
 * @param {number} load.connections how many clients there are
 * @param {(sinceMs: number) => ((exchange: Exchange) => Promise<void>) | undefined} load.next a visit that is due by now,
 *        which will be begun; undefined: none is
 * @param {(sinceMs: number) => boolean} load.isOver
 * @throws what the first failed visit has thrown
 */
export async function openLoad(url, { connections: count, next, isOver }) {
  const { hostname, port } = new URL(url)
  const open = () => connect(hostname, Number(port))
  const connections = new Set(await Promise.all(Array.from({ length: count }, open)))
  const idle = [...connections]
  const pending = new Set()
  let failure
  const work = async (visit) => {
    let connection = idle.pop()
    try {
      // The server closes those that nobody has used for a while.
      if (!connection.isOpen()) {
        connections.delete(connection)
        connection = await open()
        connections.add(connection)
      }
      await visit(connection.exchange)
    } catch (error) {
      failure ??= error
    }
    idle.push(connection)
  }
  try {
    const startedMs = performance.now()
    const sinceMs = () => performance.now() - startedMs
    for (; failure === undefined && !isOver(sinceMs()); await sleep(2)) {
      while (idle.length > 0) {
        const visit = next(sinceMs())
        if (visit === undefined) break
        const begun = work(visit).finally(() => pending.delete(begun))
        pending.add(begun)
      }
    }
    await answered(pending)
    if (failure !== undefined) throw failure
  } finally {
    for (const connection of connections) connection.close()
  }
}

/** @returns false for a refusal as it has to be; throws for any other answer than the expected one */
export function wasServed({ status, head, body }, ...expected) {
  if (expected.includes(status)) return true
  if (status === 503 && /\r\nretry-after: \d/i.test(head)) return false
  throw new Error(`${status} instead of ${expected.join(' or ')}, or of 503 with Retry-After: ${body}`)
}

async function answered(pending) {
  const isOver = new AbortController()
  const late = sleep(patienceMs, undefined, { signal: isOver.signal }).catch(() => {})
  await Promise.race([Promise.all(pending).finally(() => isOver.abort()), late])
  if (pending.size > 0)
    throw new Error(`${pending.size} requests had no answer ${patienceMs} ms after the last was sent`)
}
