import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { Problem } from '../problem/problem.ts'
import { type ProblemCode, universalProblems } from '../problem/problems.ts'

/** Fastify's own errors, as our codes. */
const fastifyCodes: Record<string, ProblemCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'body_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'malformed_request',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'malformed_request',
  FST_ERR_CTP_INVALID_JSON_BODY: 'malformed_request',
  FST_ERR_HANDLER_TIMEOUT: 'overloaded',
}

export function toProblem(error: unknown): Problem {
  if (error instanceof Problem) return error
  const { code, statusCode } = error as Partial<FastifyError>
  const known = code === undefined ? undefined : fastifyCodes[code]
  if (known !== undefined) return new Problem(known, { cause: error })
  if (statusCode === 404) return new Problem('not_found')
  if (statusCode === 429) return new Problem('too_many_requests', { retryAfterSeconds: 5 })
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500)
    return new Problem('malformed_request', { cause: error })
  return new Problem('internal', { cause: error })
}

const codes = new WeakMap<FastifyReply, ProblemCode>()

/** The problem that this request was refused with, if any. */
export const problemOf = (reply: FastifyReply): ProblemCode | undefined => codes.get(reply)

/** Writes a problem document, and logs what a caller must not see. */
export function sendProblem(request: FastifyRequest, reply: FastifyReply, error: unknown): FastifyReply {
  const problem = toProblem(error)
  const { retryAfterSeconds } = problem
  codes.set(reply, problem.code)
  if (problem.status >= 500) logFailure(request, problem)
  if (problem.status === 401) reply.header('www-authenticate', 'Bearer')
  // A request that did not arrive in time is not waited for any longer.
  if (problem.status === 408) reply.header('connection', 'close')
  if (retryAfterSeconds !== undefined) reply.header('retry-after', String(retryAfterSeconds))
  return reply
    .status(problem.status)
    .type('application/problem+json')
    .header('cache-control', 'no-store')
    .serializer(JSON.stringify)
    .send(problemBody(problem, request.id))
}

/** A refusal under load happens many times a second, and has no stack that says anything. */
function logFailure({ log }: FastifyRequest, problem: Problem): void {
  const { code, title, cause } = problem
  if (code === 'overloaded' && cause === undefined) log.warn({ code }, title)
  else log.error({ err: cause ?? problem, code }, title)
}

/** The document itself (RFC 9457). */
export function problemBody(problem: Problem, requestId: string): object {
  const { detail, errors, extras } = problem.options
  return {
    ...extras,
    type: `/docs/problems#${problem.code}`,
    title: problem.title,
    status: problem.status,
    code: problem.code,
    ...(detail !== undefined && { detail }),
    ...(errors !== undefined && { errors }),
    requestId,
  }
}

/** Outside production an undeclared problem is an error, so that tests find it. @param name the route's, for people */
export function assertDeclared(problem: Problem, name: string, declared: readonly ProblemCode[]): Problem {
  if (universalProblems.has(problem.code) || declared.includes(problem.code)) return problem
  const detail = `${name} answered ${problem.code}, which it does not declare`
  return new Problem('undeclared_problem', { detail, cause: new Error(detail, { cause: problem }) })
}
