import pg from 'pg'
import { Problem } from '../problem/problem.ts'
import { isProblemCode } from '../problem/problems.ts'

/**
 * The SQLSTATE with which our SQL functions refuse: the message is the problem's code, the detail a JSON
 * object of extras.
 */
const refusal = 'MO001'

const retried = new Set([
  '40001', // serialization_failure
  '40P01', // deadlock_detected
  '42804', // datatype_mismatch: a migration has changed a table while a function with its rows was running
])

/** An earlier statement of the transaction has failed; its error has the reason. */
export const isAborted = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === '25P02'

/** The transaction was rolled back completely, and running it again may succeed. */
export function isRetriable(error: unknown): boolean {
  return error instanceof pg.DatabaseError && retried.has(error.code ?? '')
}

/**
 * A statement that this connection has prepared returns other columns since a migration. It has had no effect; the plan
 * stays with the connection. Recognized by PostgreSQL's function, because the message is in the server's language.
 */
export function isOutdatedPlan(error: unknown): boolean {
  return (
    error instanceof pg.DatabaseError && error.code === '0A000' && error.routine === 'RevalidateCachedQuery'
  )
}

/**
 * The meaning of a PostgreSQL error for a caller; unknown ones pass through and become a 500. So do data exceptions (class
 * 22): a value that PostgreSQL does not take is refused by the shape of its field, which names it.
 */
export function asProblem(error: unknown): unknown {
  if (isOfNode(error)) return placeUnavailable(error)
  const outage = outageOf(error)
  if (outage !== undefined) {
    const options = { cause: error, detail: outageWords[outage] }
    return new Problem(outage === 'busy' ? 'overloaded' : 'database_unavailable', options)
  }
  if (!(error instanceof pg.DatabaseError)) return error
  switch (error.code) {
    case refusal: {
      if (!isProblemCode(error.message)) return error
      const { detail, retryAfterSeconds, ...extras } = error.detail
        ? (JSON.parse(error.detail) as Record<string, unknown>)
        : {}
      return new Problem(error.message, {
        extras,
        ...(typeof detail === 'string' && { detail }),
        ...(typeof retryAfterSeconds === 'number' && { retryAfterSeconds }),
      })
    }
    case '28000':
      return new Problem('unauthenticated')
    case '42501':
      return new Problem('policy_mismatch', { cause: error })
    case '57014': // statement_timeout
    case '55P03': // lock_timeout
    case '40001': // serialization_failure, and …
    case '40P01': // … deadlock_detected, after all retries
      return new Problem('overloaded', { cause: error })
    default:
      return error
  }
}

/** What the coordinator of a cluster says of a node that it cannot reach, or that was taken out of the cluster. */
const nodeFaults =
  /^(connection to the remote node |could not establish any connections to the node |failure on connection marked as essential|could not commit transaction for shard |no active placements were found for shard |found no worker with all shard placements)/
/** What it passes on from a node that ends, in the words of the node or of the driver. */
const nodeStates = /^(08...|57P0[1-5])$/
const nodeLost =
  /^(server closed the connection unexpectedly|connection not open|could not receive data from server)/

/** One place of a cluster cannot be used, and the others can. */
const placeUnavailable = (cause: unknown): Problem =>
  new Problem('place_unavailable', {
    cause,
    detail:
      'The merchant’s rows are on a node that does not answer. Check the outcome before repeating the request.',
  })

/**
 * Whether one node of a cluster is the reason: only merchants whose rows it has are concerned. The transaction may have been
 * committed there.
 */
export function isOfNode(error: unknown): boolean {
  if (!(error instanceof pg.DatabaseError)) return false
  if (nodeFaults.test(error.message)) return true
  return (
    /while executing command on /.test(error.where ?? '') &&
    (nodeStates.test(error.code ?? '') || nodeLost.test(error.message))
  )
}

/** The database does not let this process in, or the process gave up waiting for it: the database is gone, for us. */
export class LoginRefused extends Error {
  override readonly name = 'LoginRefused'

  constructor(cause: unknown) {
    super('no connection to the database', { cause })
  }
}

/** Why the database currently cannot serve any request. */
export type Outage = 'readOnly' | 'full' | 'gone' | 'busy'

export const outageWords: Readonly<Record<Outage, string>> = {
  readOnly: 'The database does not accept writes at the moment.',
  full: 'The database has no space left.',
  gone: 'The database cannot be reached, or the connection to it was lost. Check the outcome before repeating the request.',
  busy: 'The database has no connection left.',
}

/** By SQLSTATE, longest first: classes 08, 53, 57P and 58 of PostgreSQL's appendix A. */
const outages: readonly (readonly [state: RegExp, outage: Outage])[] = [
  [/^25006$/, 'readOnly'], // read_only_sql_transaction: a standby, or set to read-only
  [/^53300$/, 'busy'], // too_many_connections
  [/^(53|58)...$/, 'full'], // disk_full, out_of_memory, system_error, io_error
  [/^(08...|57P0[1-5]|25P0[34]|3D000)$/, 'gone'], // connection lost, shut down, starting, timed out in a transaction
]

/** Errors of the operating system and the driver for connections that failed or were lost. */
const lostCodes =
  /^(ECONNREFUSED|ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|ENOTFOUND|EAI_AGAIN)$/
/** What the driver says of a statement that got no answer: PostgreSQL would have ended it itself, so nobody is there. */
const silence = 'Query read timeout'
const lostWords =
  /^(Connection terminated|Client has encountered a connection error|Client was closed and is not queryable)/

/** Whether the host of the database has vanished without closing its connections. */
export function isSilence(error: unknown): boolean {
  return error instanceof Error && (error.message === silence || isSilence(error.cause))
}

export function outageOf(error: unknown): Outage | undefined {
  if (!(error instanceof Error)) return undefined
  if (error instanceof LoginRefused) return 'gone'
  const { code, message } = error as Error & { code?: unknown }
  if (isOfNode(error)) return undefined
  if (error instanceof pg.DatabaseError) return outages.find(([state]) => state.test(error.code ?? ''))?.[1]
  // A name with several addresses fails with the errors of all of them.
  if (error instanceof AggregateError) return error.errors.map(outageOf).find((each) => each !== undefined)
  if (/^timeout exceeded when trying to connect/.test(message)) return 'busy'
  return lostCodes.test(String(code ?? '')) || message === silence || lostWords.test(message)
    ? 'gone'
    : undefined
}

/** The unique key, foreign key or check that refused a write, if any. */
export interface Violation {
  readonly kind: 'unique' | 'reference' | 'check'
  readonly constraint: string
}

export function violation(error: unknown): Violation | undefined {
  if (!(error instanceof pg.DatabaseError)) return undefined
  // Another node of a cluster says it only in its message, with the number of the shard unless it is a check.
  const constraint = error.constraint ?? /\bconstraint "([^"]+?)(?:_\d{6,})?"/.exec(error.message)?.[1]
  const kinds: Record<string, Violation['kind']> = { 23505: 'unique', 23503: 'reference', 23514: 'check' }
  const kind = kinds[error.code ?? '']
  return kind === undefined || constraint === undefined ? undefined : { kind, constraint }
}
