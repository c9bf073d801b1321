import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { TObject, TSchema } from 'typebox'
import type { Access } from '../authorization/access.ts'
import { Grant } from '../authorization/grant.ts'
import type { Database } from '../database/database.ts'
import { Problem } from '../problem/problem.ts'
import { credentialOf } from './credentials.ts'
import { operation } from './openapi.ts'
import { assertDeclared, toProblem } from './problem-handler.ts'
import type { Request, Route, StoreSource } from './route.ts'
import { fieldFaults } from './validation.ts'

interface Wiring {
  readonly database: Database
  readonly isHttps: boolean
  /** Answer 500 to problems that a route does not declare. */
  readonly isStrict: boolean
}

/** Puts a route on the server: guard first, shape second, handler third. */
export function register(server: FastifyInstance, route: Route, wiring: Wiring): void {
  assertAccess(route)
  server.route({
    method: route.method,
    url: route.path.replaceAll(/\{(\w+)\}/g, ':$1'),
    schema: operation(route),
    attachValidation: true,
    ...(route.bodyLimitBytes !== undefined && { bodyLimit: route.bodyLimitBytes }),
    handler: async (request, reply) => {
      try {
        return await answer(route, request, reply, wiring)
      } catch (error) {
        const problem = toProblem(error)
        throw wiring.isStrict ? assertDeclared(problem, route.problems ?? []) : problem
      }
    },
  })
}

async function answer(
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
  wiring: Wiring,
): Promise<FastifyReply> {
  const credential = credentialOf(request, wiring.isHttps)
  if (route.access !== 'public' && credential === undefined) throw new Problem('unauthenticated')
  const grant = Grant.issue(route.access, {
    credential,
    storeId: namedStore(route, request),
    requestId: request.id,
  })
  if (request.validationError) await refuseShape(route, request, grant, wiring.database)
  const reply_ = await route.handle({
    grant,
    params: request.params,
    query: request.query,
    body: request.body,
    headers: request.headers,
    requestId: request.id,
    address: request.ip,
    isHttps: wiring.isHttps,
  } as Request<Access, TObject, TObject, TSchema>)
  if (route.secret) reply.header('cache-control', 'no-store')
  return reply
    .status(reply_.status)
    .headers(reply_.headers ?? {})
    .send(reply_.body)
}

/** Who may not ask at all learns that, and not what was wrong with the question. */
async function refuseShape(
  route: Route,
  request: FastifyRequest,
  grant: Grant<never>,
  database: Database,
): Promise<never> {
  if (route.access !== 'public') await database.read(grant, async () => {})
  const { validation, validationContext } = request.validationError as Error & {
    validation: Parameters<typeof fieldFaults>[0]
    validationContext: string
  }
  throw new Problem('invalid_request', { errors: fieldFaults(validation, validationContext) })
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

function namedStore(route: Route, request: FastifyRequest): string | undefined {
  if (route.store === undefined || route.store === 'row') return undefined
  const part = request[route.store satisfies Exclude<StoreSource, 'row'>] as
    | { storeId?: unknown }
    | null
    | undefined
  const storeId = part?.storeId
  return typeof storeId === 'string' && uuid.test(storeId) ? storeId : undefined
}

/** A route that does not say who may call it keeps the server from starting. */
function assertAccess(route: Route): void {
  const where = `${route.method} ${route.path}`
  if (
    !/^(public|authenticated|rows|owner|platform:(operator|admin)|store:(cashier|supervisor|manager))$/.test(
      route.access ?? '',
    )
  ) {
    throw new Error(`${where} declares no access`)
  }
  if (route.access.startsWith('store:') && route.store === undefined)
    throw new Error(`${where} does not say where its store comes from`)
}
