import { createHash } from 'node:crypto'
import type { Access } from '../authorization/access.ts'
import type { StoreActor } from '../authorization/principal.ts'
import type { Database } from '../database/database.ts'
import type { Tx } from '../database/tx.ts'
import type { Reply } from '../http/route.ts'
import { Problem } from '../problem/problem.ts'
import * as queries from './queries.ts'

/**
 * An operation to run once: its name, its `Idempotency-Key` if one was sent, and the whole request.
 *
 * @typeParam T the answer of the operation
 */
export interface Asked<T> {
  /** `POST /pos/carts/{id}/finalize` */
  readonly route: string
  readonly key: string | undefined
  readonly request: unknown
  /**
   * The member who acts in the store concerned, by current permissions: already resolved, or resolved from
   * the stored answer when a replay is requested. A person dismissed since is refused and does not get that
   * answer.
   */
  readonly actor: StoreActor | ((answer: T) => StoreActor | Promise<StoreActor>)
}

/** The answer, and whether it comes from an earlier request with the same key. */
export interface Once<T> {
  readonly answer: T
  readonly isReplay: boolean
}

/**
 * Runs the work of one transaction once per key of the caller, and stores its answer in that transaction: the
 * effect and the stored answer commit or roll back together. A request that arrives while the first still
 * runs waits for it. The answer is stored as JSON and must not contain secrets; it is replayed only to a
 * caller who may still act there.
 *
 * @throws Problem `idempotency_key_reused` (the key was sent with another request) · `forbidden` ·
 * `not_found` · `merchant_suspended` (a replay, by a caller who may no longer act there)
 */
export async function once<A extends Access, T>(
  tx: Tx<A>,
  { route, key, request, actor }: Asked<T>,
  work: () => Promise<T>,
): Promise<Once<T>> {
  if (key === undefined) return { answer: await work(), isReplay: false }
  const fingerprint = createHash('sha256').update(canonical(request)).digest()
  const claimed = await queries.claim(tx, route, key, fingerprint)
  if (claimed === null) {
    const answer = await work()
    await queries.keep(tx, route, key, canonical(answer))
    return { answer, isReplay: false }
  }
  if (!claimed.isSame) {
    throw new Problem('idempotency_key_reused', {
      detail: 'Send a new Idempotency-Key with a different request.',
    })
  }
  const answer = claimed.answer as T
  if (typeof actor === 'function') await actor(answer)
  return { answer, isReplay: true }
}

/** Deletes expired answers in batches; returns the number deleted. */
export const forgetAnswers = (database: Database) => () => database.worker(queries.forget)

/** Marks a reply as replayed. */
export function replayed(reply: Reply, isReplay: boolean): Reply {
  return isReplay ? { ...reply, headers: { ...reply.headers, 'idempotent-replayed': 'true' } } : reply
}

/** The `Idempotency-Key` of a request. */
export function keyOf(headers: Readonly<Record<string, string | string[] | undefined>>): string | undefined {
  const key = headers['idempotency-key']
  return Array.isArray(key) ? key[0] : key
}

/**
 * JSON with sorted keys, so that equal requests compare equal. Amounts are integers far below where JSON
 * loses digits.
 */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_name, field: unknown) => {
    if (typeof field === 'bigint') return Number(field)
    if (field === null || typeof field !== 'object' || Array.isArray(field)) return field
    return Object.fromEntries(Object.entries(field).sort(([a], [b]) => (a < b ? -1 : 1)))
  })
}
