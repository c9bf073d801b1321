import pg from 'pg'
import { Problem } from '../problem/problem.ts'
import { isOfNode } from './errors.ts'

/**
 * What a transaction can fail with because a merchant's rows are going to another node: it waited too long for them, or
 * its plan is of the node where they were. Citus has no code of its own for the latter.
 */
const states = new Set([
  '55P03', // lock_timeout
  '40001', // serialization_failure, and …
  '40P01', // … deadlock_detected, after all retries
  'XX000', // the shard is not there any more, or not on the node that a function was carried to
  '42P01', // the shard has been dropped
])

/** A statement took too long. A move causes that, and so does load. */
const statementTimeout = '57014'

/** How long a move's last step may hold a request back; the server ends a request after a minute. */
const patienceMs = 45_000
/**
 * For errors that load causes as well: a move copies for hours, during which an overloaded server must still refuse early. Longer
 * than the statement timeout, so that a statement held up by the last step is tried again.
 */
const patienceUnderLoadMs = 15_000
/** An answer is used for this long, by all who ask. */
const freshMs = 1_000

export type MoveWatch = ReturnType<typeof moveWatch>

/**
 * Tells transactions that a move of a merchant has held up from others that have failed. Nothing is asked of the database
 * before one has failed in such a way.
 *
 * @param from with a connection that no transaction has
 */
export function moveWatch(from: pg.Pool) {
  let answer: { readonly atMs: number; readonly isMoving: Promise<boolean> } | undefined

  const ask = async (): Promise<boolean> => {
    const { rows } = await from.query<{ isMoving: boolean }>('select platform.is_moving() as "isMoving"')
    return rows[0]?.isMoving === true
  }

  const isMoving = (): Promise<boolean> => {
    if (answer === undefined || performance.now() - answer.atMs > freshMs)
      answer = { atMs: performance.now(), isMoving: ask().catch(() => false) }
    return answer.isMoving
  }

  /** Whether to run a transaction again that began `startedAtMs` and was rolled back completely. */
  const holdsUp = async (error: unknown, startedAtMs: number): Promise<boolean> =>
    performance.now() - startedAtMs < patienceMsFor(error) && (await isMoving())

  return { holdsUp }
}

/** For how long a transaction that fails with this error is tried again; 0: a move does not cause it. */
function patienceMsFor(error: unknown): number {
  // Others wait for what is moved, with all connections.
  if (error instanceof Problem) return error.code === 'overloaded' ? patienceUnderLoadMs : 0
  if (!(error instanceof pg.DatabaseError) || isOfNode(error)) return 0
  if (error.code === statementTimeout) return patienceUnderLoadMs
  return states.has(error.code ?? '') ? patienceMs : 0
}
