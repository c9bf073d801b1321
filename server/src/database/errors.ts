import pg from 'pg'
import { Problem } from '../problem/problem.ts'
import { isProblemCode } from '../problem/problems.ts'

/** SQLSTATE under which our own SQL functions refuse: the message is the problem's code, the detail a JSON object of extras. */
const refusal = 'MO001'

const retried = new Set(['40001', '40P01'])

/** The transaction was rolled back whole, and doing it again may well succeed. */
export function isRetriable(error: unknown): boolean {
  return error instanceof pg.DatabaseError && retried.has(error.code ?? '')
}

/** What PostgreSQL's refusal means to a caller; anything unknown passes through and becomes a 500. */
export function asProblem(error: unknown): unknown {
  if (!(error instanceof pg.DatabaseError)) return error
  switch (error.code) {
    case refusal: {
      if (!isProblemCode(error.message)) return error
      const { detail, ...extras } = error.detail ? (JSON.parse(error.detail) as Record<string, unknown>) : {}
      return new Problem(error.message, { extras, ...(typeof detail === 'string' && { detail }) })
    }
    case '28000':
      return new Problem('unauthenticated')
    case '42501':
      return new Problem('policy_mismatch', { cause: error })
    case '57014': // statement_timeout
    case '55P03': // lock_timeout
    case '53300': // too_many_connections
    case '57P01': // admin_shutdown: PostgreSQL restarts, or fails over
    case '57P02': // crash_shutdown
    case '57P03': // cannot_connect_now
    case '40001': // serialization_failure, and …
    case '40P01': // … deadlock_detected, again and again
      return new Problem('overloaded', { cause: error, retryAfterSeconds: 2 })
    default:
      return error
  }
}

/** The unique key, foreign key or check that refused a write, if one did. */
export interface Violation {
  readonly kind: 'unique' | 'reference' | 'check'
  readonly constraint: string
}

export function violation(error: unknown): Violation | undefined {
  if (!(error instanceof pg.DatabaseError) || error.constraint === undefined) return undefined
  const { code, constraint } = error
  const kinds: Record<string, Violation['kind']> = { 23505: 'unique', 23503: 'reference', 23514: 'check' }
  const kind = kinds[code ?? '']
  return kind && { kind, constraint }
}
