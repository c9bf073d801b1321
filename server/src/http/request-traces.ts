import type { FastifyReply, FastifyRequest } from 'fastify'
import { type RequestTrace, startRequest } from '../tracing/trace.ts'
import { problemOf } from './problem-handler.ts'
import type { Route } from './route.ts'

const traces = new WeakMap<FastifyRequest, RequestTrace>()

/** Starts the trace of a request, named by its route: its path contains ids. Probes and streams are not traced. */
export function traceRequest(
  route: Pick<Route, 'method' | 'path' | 'name' | 'tag'>,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  // A stream stays open as long as its screen.
  if (route.tag === 'operation' || route.path === '/events') return
  const { traceparent, tracestate } = request.headers
  const opened = startRequest({
    name: `${route.method} ${route.path}`,
    headers: { traceparent, tracestate },
    // Fastify lists more than one address only behind a trusted proxy.
    isFromProxy: (request.ips?.length ?? 0) > 1,
    attributes: {
      'http.request.method': route.method,
      'http.route': route.path,
      'mostrador.operation': route.name,
      'mostrador.request_id': request.id,
    },
  })
  if (opened === undefined) return
  traces.set(request, opened)
  // Fires also when the client disconnects early.
  reply.raw.once('close', () => {
    const problem = problemOf(reply)
    opened.end(reply.statusCode, {
      ...(problem !== undefined && { 'mostrador.problem': problem }),
      ...(!reply.raw.writableFinished && { 'mostrador.aborted': true }),
    })
  })
}

/** Runs a part of the request in its trace. Fastify does not run hooks and handlers in one asynchronous context. */
export function inTrace<T>(request: FastifyRequest, work: () => T): T {
  const opened = traces.get(request)
  return opened === undefined ? work() : opened.run(work)
}
