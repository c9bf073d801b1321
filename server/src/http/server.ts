import { randomUUID } from 'node:crypto'
import cookie from '@fastify/cookie'
import multipart from '@fastify/multipart'
import underPressure from '@fastify/under-pressure'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import type { Logger } from 'pino'
import type { Database } from '../database/database.ts'
import { Problem } from '../problem/problem.ts'
import { serveDocs } from './docs.ts'
import { closeWithoutLoss, type Draining } from './draining.ts'
import { parseJson } from './json.ts'
import { createLimiter, type Limiter, type Limits } from './limits.ts'
import type { MetricsOptions } from './metrics.ts'
import { problemOf, sendProblem } from './problem-handler.ts'
import { register } from './register.ts'
import { inTrace } from './request-traces.ts'
import type { Route } from './route.ts'
import { securityHeaders } from './security-headers.ts'
import { serializers } from './serialization.ts'
import { whenStalled } from './stalled.ts'
import { prepareRequests, refuseUnreadable } from './unread-requests.ts'
import { createFormReceiver, usualFormLimits } from './upload.ts'
import { useStrictValidation } from './validation.ts'
import { serveWeb } from './web.ts'

export interface ServerOptions {
  readonly routes: readonly Route[]
  readonly database: Database
  readonly logger: Logger
  readonly isHttps: boolean
  readonly isStrict: boolean
  /** Addresses and networks of proxies whose forwarded addresses are trusted. */
  readonly trustedProxies: readonly string[]
  readonly limits: Limits
  readonly draining: Draining
  /** Absent: no metrics. */
  readonly metrics?: MetricsOptions | undefined
  /** Folder of the built web client; absent: only the API. */
  readonly webDir: string | undefined
}

/** Builds the HTTP server; it does not listen yet. */
export async function buildServer(options: ServerOptions): Promise<FastifyInstance> {
  const logger: FastifyBaseLogger = options.logger
  const headers = securityHeaders(options.isHttps)
  const server = Fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: 64 * 1024,
    requestTimeout: 30_000,
    handlerTimeout: 60_000,
    keepAliveTimeout: 72_000,
    forceCloseConnections: 'idle',
    trustProxy: options.trustedProxies.length > 0 && [...options.trustedProxies],
    // A GET may show something once (a PIN): a HEAD would use it up for an answer without a body.
    exposeHeadRoutes: false,
    genReqId: () => randomUUID(),
    // Errors of the router never reach the error handler.
    frameworkErrors: (error: Error, request: FastifyRequest, reply: FastifyReply) =>
      sendProblem(request, reply.header('x-request-id', request.id), error),
    // Unparseable requests never reach the router.
    clientErrorHandler: refuseUnreadable(headers, options.logger),
    // A request on an open connection is still served, and a missing header refused with a problem document.
    return503OnClosing: false,
    http: { requireHostHeader: false },
    ajv: { customOptions: { strict: false } },
    schemaController: { compilersFactory: { buildSerializer: serializers } },
  })
  prepareRequests(server.server, headers)
  server.setErrorHandler((error, request, reply) =>
    inTrace(request, () => sendProblem(request, reply, error)),
  )
  closeWithoutLoss(server, options.draining)
  server.addHook('onRequest', async ({ raw }) => {
    if (raw.headers.host === undefined && raw.httpVersion === '1.1')
      throw new Problem('malformed_request', { detail: 'HTTP/1.1 requires a Host header.' })
  })
  server.addHook('onSend', async (request, reply) => {
    reply.header('x-request-id', request.id)
  })
  server.addHook('onResponse', async (request, reply) => {
    const { method, routeOptions, id } = request
    if (routeOptions.url === '/healthz' || routeOptions.url === '/readyz') return
    const line = {
      reqId: id,
      method,
      route: routeOptions.url,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
      problem: problemOf(reply),
    }
    inTrace(request, () => request.log.info(line, 'request'))
  })
  useStrictValidation(server)
  useJsonOnly(server)
  await server.register(cookie)
  // A demo or a test on a busy machine may stall for long, and has no other server to use.
  if (!options.isStrict) await server.register(underPressure, whenStalled())
  if (options.metrics !== undefined) {
    const { serveMetrics } = await import('./metrics.ts')
    serveMetrics(server, options.metrics)
  }
  await serveDocs(server)
  await registerRoutes(server, options, await createLimiter(server, options.limits))
  if (options.webDir === undefined)
    server.setNotFoundHandler((request, reply) => sendProblem(request, reply, new Problem('not_found')))
  else await serveWeb(server, options.webDir)
  return server
}

/** Forms with a file are parsed separately, since no other route accepts forms. */
async function registerRoutes(
  server: FastifyInstance,
  options: ServerOptions,
  limiter: Limiter,
): Promise<void> {
  const wiring = { ...options, limiter, receiveForm: createFormReceiver(usualFormLimits) }
  await server.register(async (scope) => {
    for (const route of options.routes.filter(({ upload }) => !upload)) register(scope, route, wiring)
  })
  await server.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    await scope.register(multipart, { throwFileSizeLimit: false })
    for (const route of options.routes.filter(({ upload }) => upload)) register(scope, route, wiring)
  })
}

/** Only JSON changes state: a form on another site cannot send it. */
function useJsonOnly(server: FastifyInstance): void {
  server.removeAllContentTypeParsers()
  server.addContentTypeParser(
    'application/json',
    { parseAs: 'string' },
    async (_request: unknown, body: string | Buffer) =>
      body.length === 0 ? undefined : parseJson(body.toString()),
  )
}
