import { requiredScopes } from '../authorization/render-keys.ts'
import { type TObject, Type } from '../json-schema.ts'
import { type ProblemCode, problems, universalProblems } from '../problem/problems.ts'
import { type HeaderName, headerShapes } from './headers.ts'
import { declaredProblems, type Route } from './route.ts'
import { enumeration, named } from './shapes.ts'

export const ProblemDocument = Type.Object(
  {
    type: Type.String(),
    title: Type.String(),
    status: Type.Integer(),
    code: enumeration('ProblemCode', Object.keys(problems), 'Stable; see docs/problems.md'),
    detail: Type.Optional(Type.String({ description: 'What is wrong and what to do about it' })),
    requestId: Type.String(),
    errors: Type.Optional(
      Type.Array(named('FieldFault', Type.Object({ path: Type.String(), message: Type.String() }))),
    ),
  },
  { $id: 'Problem', additionalProperties: true },
)

function headersOf({ idempotent, responses, headers = [] }: Route): object | undefined {
  const names: HeaderName[] = [
    ...(idempotent ? (['idempotency-key'] as const) : []),
    ...(304 in responses ? (['if-none-match'] as const) : []),
    ...headers,
  ]
  if (names.length === 0) return undefined
  return Type.Object(Object.fromEntries(names.map((name) => [name, headerShapes[name]])))
}

/** The route as an OpenAPI operation, which Fastify also uses to validate and serialize. */
export function operation(route: Route): object {
  const codes = [
    ...new Set([
      ...declaredProblems(route),
      ...(route.access === 'public' ? [] : (['unauthenticated'] as const)),
    ]),
  ]
  const headers = headersOf(route)
  return {
    operationId: route.name,
    summary: route.summary,
    ...(route.description !== undefined && { description: route.description }),
    tags: [route.tag],
    'x-access': route.access,
    ...(route.apiKey !== undefined && { 'x-api-key-scopes': requiredScopes(route) }),
    ...(route.confirmed && { 'x-confirmed': route.confirmed }),
    'x-problems': codes.filter((code) => !universalProblems.has(code) || code === 'unauthenticated'),
    ...(route.access === 'public' && { security: [] }),
    ...(route.params && { params: route.params }),
    ...(route.query && { querystring: withOptionalDefaults(route.query) }),
    ...(route.body && { body: route.body }),
    ...(route.upload && { consumes: ['multipart/form-data'] }),
    ...(headers && { headers }),
    response: { ...success(route), ...refusals(codes) },
  }
}

/** Fields with a default are optional. */
function withOptionalDefaults(query: TObject): object {
  const { required = [], properties } = query
  const demanded = required.filter((name) => !('default' in (properties[name] as object)))
  return { ...query, required: demanded, additionalProperties: false }
}

function success(route: Route): Record<string, object> {
  return Object.fromEntries(
    Object.entries(route.responses).map(([status, schema]) => [
      status,
      schema === null ? { type: 'null', description: 'No content' } : schema,
    ]),
  )
}

function refusals(codes: readonly ProblemCode[]): Record<string, object> {
  const statuses = [...new Set([...codes.map((code) => problems[code].status), 422])].sort()
  return Object.fromEntries(
    statuses.map((status) => {
      const named = codes.filter((code) => problems[code].status === status)
      return [
        status,
        {
          description: named.length > 0 ? named.join(', ') : 'invalid_request',
          content: { 'application/problem+json': { schema: { $ref: 'Problem#' } } },
        },
      ]
    }),
  )
}
