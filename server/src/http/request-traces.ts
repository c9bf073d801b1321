import type { FastifyReply, FastifyRequest } from 'fastify'
import { openRequest, type RequestTrace } from '../tracing/trace.ts'
import { problemOf } from './problem-handler.ts'
import type { Route } from './route.ts'

const traces = new WeakMap<FastifyRequest, RequestTrace>()

/** Traces a request by its route, never by its path, which names records. Probes and streams are not traced. */
export function traceRequest(
  route: Pick<Route, 'method' | 'path' | 'name' | 'tag'>,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  // A stream lasts as long as its screen is open.
  if (route.tag === 'operation' || route.path === '/events') return
  const { traceparent, tracestate } = request.headers
  const opened = openRequest({
    name: `${route.method} ${route.path}`,
    sent: { traceparent, tracestate },
    // More than one address: the nearest one is of a trusted proxy.
    isFromProxy: (request.ips?.length ?? 0) > 1,
    facts: {
      'http.request.method': route.method,
      'http.route': route.path,
      'mostrador.operation': route.name,
      'mostrador.request_id': request.id,
    },
  })
  if (opened === undefined) return
  traces.set(request, opened)
  // Also when the client has gone away.
  reply.raw.once('close', () => {
    const problem = problemOf(reply)
    opened.end(reply.statusCode, {
      ...(problem !== undefined && { 'mostrador.problem': problem }),
      ...(!reply.raw.writableFinished && { 'mostrador.aborted': true }),
    })
  })
}

/** Runs a part of the request in its trace: Fastify runs hooks and handlers outside of each other. */
export function inTrace<T>(request: FastifyRequest, work: () => T): T {
  const opened = traces.get(request)
  return opened === undefined ? work() : opened.run(work)
}
