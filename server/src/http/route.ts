import type { Area } from '../areas.ts'
import type { Access, Implied } from '../authorization/access.ts'
import type { Grant } from '../authorization/grant.ts'
import type { KeyScope } from '../authorization/key-scopes.ts'
import { cell, type Domain, type StoreRole, storeRoles } from '../authorization/matrix.ts'
import type { Priority } from '../authorization/priority.ts'
import { keyAccess } from '../authorization/render-keys.ts'
import { tillAccess } from '../authorization/render-till.ts'
import type { Static, TObject, TSchema } from '../json-schema.ts'
import type { ProblemCode } from '../problem/problems.ts'
import type { HeaderName, RequestHeaders } from './headers.ts'
import type { LimitName } from './limits.ts'

/** Where a store route finds its store; `row`: from the row named by the path. */
export type StoreSource = 'body' | 'query' | 'params' | 'row'

/** The reply of a route. `body` is absent on 204. */
export interface Reply {
  readonly status: number
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

interface Shapes<P extends TObject, Q extends TObject, B extends TSchema> {
  readonly params?: P
  readonly query?: Q
  readonly body?: B
}

export interface Request<A extends Access, P extends TObject, Q extends TObject, B extends TSchema> {
  readonly grant: Grant<Implied<A>>
  readonly params: Static<P>
  readonly query: Static<Q>
  readonly body: Static<B>
  readonly headers: RequestHeaders
  readonly requestId: string
  readonly address: string
  /** Set when the session came from a cookie: signing out clears it. */
  readonly isHttps: boolean
}

export interface RouteOptions<A extends Access, P extends TObject, Q extends TObject, B extends TSchema>
  extends Shapes<P, Q, B> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** As in the API description: `/vas/sale/{id}`. */
  readonly path: `/${string}`
  readonly access: A
  /** Required on store routes; on `rows` routes it narrows the caller's roles to one store. */
  readonly store?: StoreSource
  /**
   * The row of the store matrix that the path's record belongs to, where it decides the access:
   * docs/access.md.
   */
  readonly domain?: Domain
  /** `operationId` of the generated client. */
  readonly name: string
  readonly summary: string
  readonly description?: string
  readonly tag: Area | 'operation'
  readonly responses: Readonly<Record<number, TSchema | null>>
  /** Codes beyond the universal ones and the guard's own; returning another is an error that tests find. */
  readonly problems?: readonly ProblemCode[]
  /** Open to terminal sessions, opened with code and PIN. Without it such a session is refused. */
  readonly till?: boolean
  /** Open to API keys with this scope. Without it they are refused: the route is for people. */
  readonly apiKey?: KeyScope | undefined
  /** Further scopes that an API key needs, because rows of their domains are in the answer. */
  readonly apiKeyReads?: readonly KeyScope[]
  /** Reconciles a restored database: the only platform routes that are open until that is done. */
  readonly reconciles?: boolean
  /**
   * A dangerous action: the session must have been confirmed with password and second factor a few minutes
   * ago. With field names: only a body that contains one of them.
   */
  readonly confirmed?: boolean | readonly string[]
  /** Accepts `Idempotency-Key`. */
  readonly idempotent?: boolean
  /** Further headers that its handler reads; `If-None-Match` comes with an answer of 304. */
  readonly headers?: readonly HeaderName[]
  /** May contain a secret: `Cache-Control: no-store`. */
  readonly secret?: boolean
  readonly bodyLimitBytes?: number
  /** Maximum duration of an answer, if the usual minute is not enough: streams. */
  readonly timeoutMs?: number
  /** Ends a sale, and goes first when the database is busy: docs/overload.md. */
  readonly finishes?: boolean
  /** The limit that counts it, in addition to or instead of the general one: see limits.ts. */
  readonly limit?: Exclude<LimitName, 'address' | 'account' | 'apiKey' | 'public' | 'upload'>
  /**
   * Accepts `multipart/form-data` instead of JSON: the fields of `body`, one of them an `UploadedFile` named
   * `file`.
   */
  readonly upload?: { readonly maxBytes: number }
  handle(request: Request<A, P, Q, B>): Promise<Reply>
}

/** A route as data: input of the server, openapi.json, docs/permissions.md and the route tests. */
export type Route = RouteOptions<Access, TObject, TObject, TSchema>

/** Declares a route. Its access determines the type of the grant that its handler passes on. */
export function route<
  A extends Access,
  P extends TObject = TObject,
  Q extends TObject = TObject,
  B extends TSchema = TSchema,
>(options: RouteOptions<A, P, Q, B>): Route {
  return options as Route
}

export const ok = (body: unknown, headers?: Record<string, string>): Reply => ({
  status: 200,
  body,
  ...(headers && { headers }),
})
export const created = (body: unknown, location?: string): Reply => ({
  status: 201,
  body,
  ...(location !== undefined && { headers: { location } }),
})
export const noContent = (headers?: Record<string, string>): Reply => ({
  status: 204,
  ...(headers && { headers }),
})

/** Whose turn it is when the database is busy. */
export function priorityOf({
  finishes,
  limit,
  tag,
  till,
}: Pick<Route, 'finishes' | 'limit' | 'tag' | 'till'>): Priority {
  if (finishes) return 'finishing'
  if (limit === 'export') return 'export'
  if (tag === 'reporting') return 'report'
  return till ? 'till' : 'desk'
}

/** The lowest role with which a member of a store can use a route; undefined for routes of the platform or of an account. */
export function lowestRole({ access, domain }: Pick<Route, 'access' | 'domain'>): StoreRole | undefined {
  if (access === 'rows')
    return storeRoles.find((role) => domain === undefined || cell(domain, role).all.includes('create'))
  return storeRoles.find((role) => access === `store:${role}`)
}

/** Whether a request with this body is a dangerous action. */
export function needsConfirmation({ confirmed }: Pick<Route, 'confirmed'>, body: unknown): boolean {
  if (confirmed === undefined || typeof confirmed === 'boolean') return confirmed ?? false
  return typeof body === 'object' && body !== null && confirmed.some((field) => Object.hasOwn(body, field))
}

/** The problems of a route beyond the universal codes, including the guard's. */
export function declaredProblems(route: Route): readonly ProblemCode[] {
  const codes: ProblemCode[] = [
    ...guardProblems(route),
    ...(route.problems ?? []),
    ...(route.confirmed ? (['confirmation_required'] as const) : []),
    ...keyProblems(route),
    ...(tillAccess(route) === 'password_required' ? (['password_required'] as const) : []),
  ]
  return [...new Set(codes)]
}

/** The guard's problems for an API key. No key confirms: a body that needs it is for people. */
function keyProblems(route: Route): readonly ProblemCode[] {
  const access = keyAccess(route)
  if (access === 'public') return []
  if (access === 'person_required') return ['person_required']
  return route.confirmed ? ['scope_missing', 'person_required'] : ['scope_missing']
}

/** The guard's problems on a route of the store plane. */
function guardProblems({ access, store, body, query }: Route): readonly ProblemCode[] {
  if (!access.startsWith('store:')) return []
  const own: readonly ProblemCode[] = ['forbidden', 'merchant_suspended']
  if (store !== 'body' && store !== 'query') return own
  const shape = (store === 'body' ? body : query) as TObject | undefined
  // People who work in one store may omit it where the schema allows that.
  const isNamed = shape?.required?.includes('storeId') ?? false
  return isNamed ? own : [...own, 'store_required']
}
