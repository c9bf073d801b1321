import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import { Problem } from '../problem/problem.ts'
import { problemOf } from './problem-handler.ts'

export interface MetricsOptions {
  /** The bearer token of the monitoring system; without one there are no metrics. */
  readonly token: string
  /** The metrics that parts of the process register themselves. */
  readonly registry: Registry
  /** Measured at each request for `/metrics`. A gauge of `meanings` that is missing here is not exported. */
  readonly gauges: () => Promise<readonly { readonly name: string; readonly value: number }[]>
  readonly meanings: Readonly<Record<string, string>>
  /** Connections of the pool for requests. */
  readonly pool: () => { readonly total: number; readonly idle: number; readonly waiting: number }
  /** Whether reports are read on the replica; undefined without one. */
  readonly usesReplica: () => boolean | undefined
  /** Why the last transactions failed. */
  readonly outage: () => string | undefined
  /** All possible reasons. */
  readonly outages: readonly string[]
}

/**
 * `GET /metrics` for Prometheus: the process, its requests, its connections, and pending work of the product.
 */
export function serveMetrics(server: FastifyInstance, options: MetricsOptions): void {
  const { registry } = options
  measureRequests(server, registry)
  measureDatabase(registry, options)
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
      const measured = new Map((await options.gauges()).map(({ name, value }) => [name, value]))
      for (const [name, gauge] of gauges) {
        const value = measured.get(name)
        // An old value would be taken for a current one.
        if (value === undefined) gauge.remove()
        else gauge.set(value)
      }
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
  const problems = new Counter({
    name: 'mostrador_http_problems_total',
    help: 'Requests that were refused or have failed, by the code of the problem',
    labelNames: ['code'] as const,
    registers: [registry],
  })
  server.addHook('onResponse', async (request, reply) => {
    const code = problemOf(reply)
    if (code !== undefined) problems.inc({ code })
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

function measureDatabase(
  registry: Registry,
  { pool, usesReplica, outage, outages }: Pick<MetricsOptions, 'pool' | 'usesReplica' | 'outage' | 'outages'>,
): void {
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
  if (usesReplica() !== undefined) {
    const replica: Gauge = new Gauge({
      name: 'mostrador_database_replica_used',
      help: 'Whether reports are read on the replica: 0 while it is behind or does not answer, and the primary reads them',
      registers: [registry],
      collect() {
        replica.set(usesReplica() ? 1 : 0)
      },
    })
  }
  const faults = new Gauge({
    name: 'mostrador_database_outage',
    help: 'Whether transactions of the last seconds failed for this reason: 1 or 0',
    labelNames: ['reason'] as const,
    registers: [registry],
    collect() {
      const met = outage()
      for (const reason of outages) faults.set({ reason }, reason === met ? 1 : 0)
    },
  })
}

const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest()
