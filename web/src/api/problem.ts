/** The server refused in words (RFC 9457): `code` names why, `extras` are the further members. */
export class ApiProblem extends Error {
  override readonly name = 'ApiProblem'
  readonly status: number
  readonly code: string
  readonly detail: string | undefined
  readonly fields: readonly { path: string; message: string }[]
  readonly extras: Readonly<Record<string, unknown>>
  readonly retryAfterMs: number | undefined

  constructor(status: number, document: Record<string, unknown>, retryAfterMs?: number) {
    super(typeof document['title'] === 'string' ? document['title'] : `HTTP ${status}`)
    this.status = status
    this.code = typeof document['code'] === 'string' ? document['code'] : 'unreadable_answer'
    this.detail = typeof document['detail'] === 'string' ? document['detail'] : undefined
    this.fields = Array.isArray(document['errors']) ? document['errors'] : []
    this.extras = document
    this.retryAfterMs = retryAfterMs
  }
}

/** Nobody answered: the network, a proxy or a time-out. What was asked may or may not have happened. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer'
}

export function isProblem(error: unknown, ...codes: string[]): error is ApiProblem {
  return error instanceof ApiProblem && (codes.length === 0 || codes.includes(error.code))
}

/** `Retry-After` in seconds or as a date, to milliseconds from now. */
export function retryAfterMs(response: Response, nowMs: number): number | undefined {
  const header = response.headers.get('retry-after')
  if (header === null) return undefined
  const seconds = Number(header)
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1000)
  const at = Date.parse(header)
  return Number.isNaN(at) ? undefined : Math.max(0, at - nowMs)
}
