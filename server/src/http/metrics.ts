import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { Problem } from '../problem/problem.ts'

export interface MetricsOptions {
  /** The bearer token of the monitoring system; without one there are no metrics. */
  readonly token: string
  /** Measured on request, by name; names and meanings are fixed. */
  readonly gauges: () => Promise<readonly { readonly name: string; readonly value: number }[]>
  readonly meanings: Readonly<Record<string, string>>
  /** Connections of the pool for requests. */
  readonly pool: () => { readonly total: number; readonly idle: number; readonly waiting: number }
}

/**
 * `GET /metrics` for Prometheus: the process, its requests, its connections, and pending work of the product.
 */
export function serveMetrics(server: FastifyInstance, options: MetricsOptions): void {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  measureRequests(server, registry)
  measurePool(registry, options.pool)
  const gauges = new Map(
    Object.entries(options.meanings).map(([name, help]) => [
      name,
      new Gauge({ name: `mostrador_${name}`, help, registers: [registry] }),
    ]),
  )
  const expected = hashOf(`Bearer ${options.token}`)
  server.get(
    '/metrics',
    { schema: { hide: true } },
    async (request: FastifyRequest, reply: FastifyReply): Promise<string> => {
      if (!timingSafeEqual(hashOf(request.headers.authorization ?? ''), expected))
        throw new Problem('unauthenticated')
      for (const { name, value } of await options.gauges()) gauges.get(name)?.set(value)
      reply.type(registry.contentType)
      return registry.metrics()
    },
  )
}

/** By the route's pattern, so that ids create no series; unmatched requests are one series. */
function measureRequests(server: FastifyInstance, registry: Registry): void {
  const durations = new Histogram({
    name: 'mostrador_http_request_duration_seconds',
    help: 'Time from the request to the end of its answer',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  })
  server.addHook('onResponse', async (request, reply) => {
    const { method, routeOptions } = request
    // A stream lasts as long as its screen is open.
    if (routeOptions.url === '/events') return
    const labels = {
      method,
      route: routeOptions.url ?? 'none',
      status: `${Math.floor(reply.statusCode / 100)}xx`,
    }
    durations.observe(labels, reply.elapsedTime / 1000)
  })
}

function measurePool(registry: Registry, pool: MetricsOptions['pool']): void {
  const connections = new Gauge({
    name: 'mostrador_database_connections',
    help: 'Connections of the API to PostgreSQL, and requests waiting for one',
    labelNames: ['state'] as const,
    registers: [registry],
    collect() {
      const { total, idle, waiting } = pool()
      connections.set({ state: 'busy' }, total - idle)
      connections.set({ state: 'idle' }, idle)
      connections.set({ state: 'waiting' }, waiting)
    },
  })
}

const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest()
