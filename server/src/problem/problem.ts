import { type ProblemCode, problems } from './problems.ts'

/** One fault of one field: a JSON pointer into what was sent, and how to fix it. */
export interface FieldFault {
  readonly path: string
  readonly message: string
}

export interface ProblemOptions {
  /** What is wrong and what to do about it; safe to show. */
  readonly detail?: string
  readonly errors?: readonly FieldFault[]
  /** Further members of the problem document: `requiredRole`, `saleId`, … Never a secret. */
  readonly extras?: Readonly<Record<string, unknown>>
  readonly retryAfterSeconds?: number
  readonly cause?: unknown
}

/** Ends a request with a problem document (RFC 9457). Its `cause` goes to the log and nowhere else. */
export class Problem extends Error {
  override readonly name = 'Problem'
  readonly code: ProblemCode
  readonly status: number
  readonly title: string
  /** Value of `Retry-After`; every 503 has it. */
  readonly retryAfterSeconds: number | undefined
  readonly options: ProblemOptions

  constructor(code: ProblemCode, options: ProblemOptions = {}) {
    super(options.detail ?? problems[code].title, { cause: options.cause })
    this.code = code
    this.status = problems[code].status
    this.title = problems[code].title
    this.retryAfterSeconds = options.retryAfterSeconds ?? usualRetryAfter(code)
    this.options = options
  }
}

function usualRetryAfter(code: ProblemCode): number | undefined {
  const definition = problems[code]
  return 'retryAfterSeconds' in definition ? definition.retryAfterSeconds : undefined
}
