import type { FieldFault, ProblemCode } from './schema.generated.ts'

/**
 * The server answered with a problem (RFC 9457): it refused the request, unless `isUndecided`. Branch on `code`; `detail` says
 * what to do. `extras` holds all members of the document.
 */
export class ProblemError extends Error {
  override readonly name = 'ProblemError'
  readonly status: number
  /** A newer server may return codes that this client does not know. */
  readonly code: ProblemCode | (string & {})
  readonly detail: string | undefined
  readonly requestId: string | undefined
  /** The faults of single fields. */
  readonly fields: readonly FieldFault[]
  readonly extras: Readonly<Record<string, unknown>>
  readonly retryAfterMs: number | undefined

  constructor(status: number, document: Readonly<Record<string, unknown>>, retryAfter?: number) {
    super(typeof document['title'] === 'string' ? document['title'] : `HTTP ${status}`)
    const text = (name: string) => (typeof document[name] === 'string' ? document[name] : undefined)
    this.status = status
    this.code = text('code') ?? 'unreadable_answer'
    this.detail = text('detail')
    this.requestId = text('requestId')
    this.fields = Array.isArray(document['errors']) ? document['errors'] : []
    this.extras = document
    this.retryAfterMs = retryAfter
  }
}

/**
 * No answer came, because of the network, a proxy or a timeout. The request may or may not have been carried
 * out. `cause` is the refusal when a retry after that was refused access (401, 403 or 404).
 */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer'
}

/** The code of an answer which says that the first request with the key has not ended yet. */
export const stillRunning = 'idempotency_key_in_use' satisfies ProblemCode

const undecidedStatuses: ReadonlySet<number> = new Set([401, 408, 425, 429])
const undecidedCodes: ReadonlySet<string> = new Set([stillRunning, 'unreadable_answer'])

/**
 * Whether the outcome of a request is still open after this error: no answer came, or one that says nothing of an earlier
 * attempt, such as 429, or the server failed on the way (5xx), or the caller has aborted it. Repeat it with the same key, or
 * read the record. After any other `ProblemError` the request was refused, and nothing was done. Errors that do not come from a
 * call, such as a program's own fault, are not undecided.
 *
 * It is about one call, with its retries. When a program repeats a call by itself, 403 and 404 refuse the repetition only: the
 * server does not return the result of the earlier call to a caller who has lost access since.
 */
export function isUndecided(error: unknown): boolean {
  if (!(error instanceof ProblemError)) return error instanceof NoAnswer || isAbort(error)
  if (undecidedCodes.has(error.code)) return true
  // Nothing is asked of a provider that is known not to answer.
  return error.status < 500 ? undecidedStatuses.has(error.status) : error.code !== 'aggregator_unavailable'
}

/** Whether the caller has aborted the call. */
export const isAbort = (error: unknown): error is Error =>
  error instanceof Error && error.name === 'AbortError'

/** Whether the answer was a problem, with one of these codes if any are given. */
export function isProblem(
  error: unknown,
  ...codes: readonly (ProblemCode | (string & {}))[]
): error is ProblemError {
  return error instanceof ProblemError && (codes.length === 0 || codes.includes(error.code))
}

/** Whether a proxy answered in place of the server, which means that there is no answer. */
export const isFromBetween = (response: Response) =>
  response.status >= 502 && !(response.headers.get('content-type') ?? '').includes('json')

/** The result of a call. */
export interface Answered {
  readonly data?: unknown
  readonly error?: unknown
  readonly response: Response
}

/**
 * The body of a successful answer.
 *
 * @throws ProblemError when the server answered with a problem · NoAnswer when no answer came
 */
export async function answer<R extends Answered>(call: Promise<R>): Promise<Exclude<R['data'], undefined>> {
  const { data, error, response } = await call.catch(unreadable)
  if (response.ok) return data as Exclude<R['data'], undefined>
  if (isFromBetween(response)) throw new NoAnswer('No answer from the server.', { cause: response.status })
  throw problemOf(response, error)
}

/** A success that is not JSON, such as the page of a network's sign-in, is not from the server. */
function unreadable(error: unknown): never {
  if (error instanceof SyntaxError) throw new NoAnswer('The answer cannot be read.', { cause: error })
  throw error
}

/** The problem of an answer, from its document. */
export function problemOf(response: Response, document: unknown): ProblemError {
  const members = typeof document === 'object' && document !== null ? document : {}
  const waitMs = retryAfterMs(response, Date.now())
  return new ProblemError(response.status, members as Record<string, unknown>, waitMs)
}

/** Parses `Retry-After`, in seconds or as a date, into milliseconds from now. */
export function retryAfterMs(response: Response, nowMs: number): number | undefined {
  const header = response.headers.get('retry-after')
  if (header === null) return undefined
  const seconds = Number(header)
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1000)
  const at = Date.parse(header)
  return Number.isNaN(at) ? undefined : Math.max(0, at - nowMs)
}
