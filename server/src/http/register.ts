import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Access } from '../authorization/access.ts'
import { Grant } from '../authorization/grant.ts'
import { assertRoleSomewhere } from '../authorization/guard.ts'
import type { Principal } from '../authorization/principal.ts'
import { requiredScopes } from '../authorization/render-keys.ts'
import type { Database } from '../database/database.ts'
import type { Tx } from '../database/tx.ts'
import type { TObject, TSchema } from '../json-schema.ts'
import { type FieldFault, Problem } from '../problem/problem.ts'
import { plainAddress } from './client.ts'
import { credentialOf } from './credentials.ts'
import { unattendedHeader } from './headers.ts'
import type { Limiter } from './limits.ts'
import { operation } from './openapi.ts'
import { assertDeclared, toProblem } from './problem-handler.ts'
import { inTrace, traceRequest } from './request-traces.ts'
import {
  declaredProblems,
  lowestRole,
  needsConfirmation,
  priorityOf,
  type Reply,
  type Request,
  type Route,
  type StoreSource,
} from './route.ts'
import type { Form, ReceiveForm, Sender } from './upload.ts'
import { compileTextual, fieldFaults } from './validation.ts'

interface Wiring {
  readonly database: Database
  readonly isHttps: boolean
  /** Return 500 for problems that a route does not declare. */
  readonly isStrict: boolean
  readonly receiveForm: ReceiveForm
  readonly limiter: Limiter
}

/** The pointer to the body, and faults of the whole request. */
interface Sent {
  readonly body: unknown
  readonly faults: readonly FieldFault[]
}

/** Registers a route: guard first, validation second, handler third. */
export function register(server: FastifyInstance, route: Route, wiring: Wiring): void {
  assertAccess(route)
  server.route({
    method: route.method,
    url: route.path.replaceAll(/\{(\w+)\}/g, ':$1'),
    schema: operation(route),
    attachValidation: true,
    onRequest: async (request, reply) => {
      traceRequest(route, request, reply)
      await wiring.limiter.atDoor(route, request)
    },
    // The fields of a form are not available yet when Fastify would validate them.
    ...(route.upload && { validatorCompiler: queryOnly }),
    ...(route.timeoutMs !== undefined && { handlerTimeout: route.timeoutMs }),
    ...(route.bodyLimitBytes !== undefined && { bodyLimit: route.bodyLimitBytes }),
    handler: async (request, reply) => {
      try {
        return await inTrace(request, () => answer(route, request, reply, wiring))
      } catch (error) {
        const problem = toProblem(error)
        const name = `${route.method} ${route.path}`
        throw wiring.isStrict ? assertDeclared(problem, name, declaredProblems(route)) : problem
      }
    },
  })
}

const queryOnly = ({ schema, httpPart }: { schema: unknown; httpPart?: string }) =>
  httpPart === 'body' ? () => true : compileTextual(schema as object)

async function answer(
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
  wiring: Wiring,
): Promise<FastifyReply> {
  const credential = credentialOf(request, wiring.isHttps)
  if (route.access !== 'public' && credential === undefined) throw new Problem('unauthenticated')
  const presented = {
    credential,
    requestId: request.id,
    isForTills: route.till,
    keyScopes: requiredScopes(route),
    reconciles: route.reconciles,
    isUnattended: request.method === 'GET' && unattendedHeader in request.headers,
    priority: priorityOf(route),
    admit: once((principal) => wiring.limiter.ofAccount(route, request, principal)),
  }
  const answerTo = async (sent: Sent) => {
    const storeId = namedStore(route, request, sent.body)
    const grant = Grant.issue(route.access, {
      ...presented,
      storeId,
      needsConfirmation: needsConfirmation(route, sent.body),
    })
    if (sent.faults.length > 0) await refuseShape(route, sent.faults, grant, wiring.database)
    return send(reply, route, await route.handle(asked(request, grant, sent.body, wiring)))
  }
  const faults = shapeFaults(request)
  if (route.upload === undefined) return answerTo({ body: request.body, faults })
  const { maxBytes } = route.upload
  const sender = await senderOf(route, request, Grant.issue(route.access, presented), wiring.database)
  return wiring.receiveForm(request, { sender, maxBytes }, (form) =>
    answerTo(checkedForm(route, form, faults)),
  )
}

/**
 * Checks the sender before the body is read: bytes of callers who could not use the route in any store are
 * refused.
 *
 * @throws Problem `forbidden` · `merchant_suspended`, and those of the grant
 */
async function senderOf(
  route: Route,
  request: FastifyRequest,
  anywhere: Grant<never>,
  database: Database,
): Promise<Sender> {
  if (route.access === 'public') return { id: plainAddress(request.ip), merchantIds: [] }
  return database.read(anywhere, async ({ principal }: Tx<never>) => {
    const role = lowestRole(route)
    // A file counts only against merchants for which the sender may use the route.
    const able = role === undefined ? [] : assertRoleSomewhere(principal, role)
    const merchantIds = new Set(able.map(({ merchantId }) => merchantId))
    return { id: principal.accountId, merchantIds: [...merchantIds] }
  })
}

/** A request is counted once, however many transactions it takes. */
function once(admit: (principal: Principal) => Promise<void>): (principal: Principal) => Promise<void> {
  let admitted: Promise<void> | undefined
  return (principal) => {
    admitted ??= admit(principal)
    return admitted
  }
}

function asked(request: FastifyRequest, grant: Grant<never>, body: unknown, wiring: Wiring) {
  return {
    grant,
    params: request.params,
    query: request.query,
    body,
    headers: request.headers,
    requestId: request.id,
    address: plainAddress(request.ip),
    isHttps: wiring.isHttps,
  } as Request<Access, TObject, TObject, TSchema>
}

function send(reply: FastifyReply, route: Route, answered: Reply): FastifyReply {
  if (route.secret) reply.header('cache-control', 'no-store')
  return reply
    .status(answered.status)
    .headers(answered.headers ?? {})
    .send(answered.body)
}

/** The text fields of a form, parsed by its schema. The file is represented by its name during validation. */
function checkedForm(route: Route, form: Form, faults: readonly FieldFault[]): Sent {
  const entries = Object.entries(form)
  const files = entries.filter(([, value]) => typeof value !== 'string')
  const body: Record<string, unknown> = Object.fromEntries(
    entries.map(([name, value]) => [name, typeof value === 'string' ? value : value.fileName]),
  )
  const check = compileTextual(route.body ?? {})
  const found = check(body) ? [] : fieldFaults(check.errors ?? [], 'body')
  return { body: { ...body, ...Object.fromEntries(files) }, faults: [...faults, ...found] }
}

function shapeFaults(request: FastifyRequest): FieldFault[] {
  if (!request.validationError) return []
  const { validation, validationContext } = request.validationError as Error & {
    validation: Parameters<typeof fieldFaults>[0]
    validationContext: string
  }
  return fieldFaults(validation, validationContext)
}

/** A caller without permission learns that, and not what is wrong with the request. */
async function refuseShape(
  route: Route,
  errors: readonly FieldFault[],
  grant: Grant<never>,
  database: Database,
): Promise<never> {
  if (route.access !== 'public') await database.read(grant, async () => {})
  throw new Problem('invalid_request', { errors })
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

function namedStore(route: Route, request: FastifyRequest, body: unknown): string | undefined {
  if (route.store === undefined || route.store === 'row') return undefined
  const parts: Record<Exclude<StoreSource, 'row'>, unknown> = {
    body,
    query: request.query,
    params: request.params,
  }
  const part = parts[route.store] as { storeId?: unknown } | null | undefined
  const storeId = part?.storeId
  return typeof storeId === 'string' && uuid.test(storeId) ? storeId : undefined
}

/** A route without declared access prevents the server from starting. */
function assertAccess(route: Route): void {
  const where = `${route.method} ${route.path}`
  if (
    !/^(public|authenticated|rows|owner|platform:(operator|admin)|store:(cashier|supervisor|manager))$/.test(
      route.access ?? '',
    )
  ) {
    throw new Error(`${where} declares no access`)
  }
  if (
    route.apiKey !== undefined &&
    (/^(public|owner|platform:)/.test(route.access) || route.confirmed === true)
  )
    throw new Error(`${where} is for people, and open to API keys`)
  if (route.access.startsWith('store:') && route.store === undefined)
    throw new Error(`${where} does not say where its store comes from`)
}
