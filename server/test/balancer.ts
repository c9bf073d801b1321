import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { passTime } from './pass-time.ts'

/** A server that fails this many checks in a row gets no more requests; one failure may be a slow answer. */
const fallAfter = 3

/**
 * A plain load balancer: it sends each request to the next server that is ready, and repeats none. A request that gets no
 * answer is a 502.
 */
export async function startBalancer(checkEveryMs: number) {
  /** How many checks in a row each has failed. */
  const servers = new Map<string, number>()
  let turn = 0
  const isReady = (url: string) => (servers.get(url) ?? fallAfter) < fallAfter
  const next = (): string | undefined => {
    const ready = [...servers.keys()].filter(isReady)
    turn += 1
    return ready[turn % Math.max(1, ready.length)]
  }
  // On a busy machine its clients would otherwise send on a connection that it has just closed for having been idle.
  const balancer = createServer({ keepAliveTimeout: 0 }, (incoming, answer) => {
    const fail = () => answer.headersSent || answer.writeHead(502).end()
    const { method, headers } = incoming
    const outgoing = request(new URL(incoming.url ?? '/', next() ?? 'http://127.0.0.1:1'), {
      method,
      headers,
    })
    outgoing.on('response', (from) => {
      const { connection: _ofTheServer, ...rest } = from.headers
      answer.writeHead(from.statusCode ?? 502, rest)
      from.pipe(answer)
    })
    outgoing.on('error', fail)
    incoming.pipe(outgoing)
  })
  await new Promise<void>((listening) => balancer.listen(0, '127.0.0.1', listening))
  let isOpen = true
  const checks = new Set<Promise<void>>()
  const check = async (url: string) => {
    while (isOpen && servers.has(url)) {
      const hasPassed = await fetch(`${url}/readyz`).then(
        (answer) => answer.ok,
        () => false,
      )
      const failures = servers.get(url)
      if (failures !== undefined) servers.set(url, hasPassed ? 0 : failures + 1)
      await passTime(checkEveryMs, 'until the next health check')
    }
  }
  return {
    url: `http://127.0.0.1:${(balancer.address() as AddressInfo).port}`,
    add(url: string) {
      servers.set(url, fallAfter)
      // One for each server: a slow answer of one must not hide that another is leaving.
      checks.add(check(url))
    },
    remove: (url: string) => servers.delete(url),
    isReady,
    async close() {
      isOpen = false
      await Promise.all(checks)
      balancer.closeAllConnections()
      await new Promise((closed) => balancer.close(closed))
    },
  }
}
