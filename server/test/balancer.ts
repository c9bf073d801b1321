import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { passTime } from './pass-time.ts'

/**
 * A plain load balancer: it sends each request to the next server that was ready when last asked, and repeats
 * none. A request that gets no answer is a 502.
 */
export async function startBalancer(checkEveryMs: number) {
  const servers = new Map<string, boolean>()
  let turn = 0
  const next = (): string | undefined => {
    const ready = [...servers].filter(([, isReady]) => isReady).map(([url]) => url)
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
      const isReady = await fetch(`${url}/readyz`).then(
        (answer) => answer.ok,
        () => false,
      )
      if (servers.has(url)) servers.set(url, isReady)
      await passTime(checkEveryMs, 'until the next health check')
    }
  }
  return {
    url: `http://127.0.0.1:${(balancer.address() as AddressInfo).port}`,
    add(url: string) {
      servers.set(url, false)
      // One for each server: a slow answer of one must not hide that another is leaving.
      checks.add(check(url))
    },
    remove: (url: string) => servers.delete(url),
    isReady: (url: string) => servers.get(url) === true,
    async close() {
      isOpen = false
      await Promise.all(checks)
      balancer.closeAllConnections()
      await new Promise((closed) => balancer.close(closed))
    },
  }
}
