import { createHash } from 'node:crypto'
import type { Access } from '../authorization/access.ts'
import type { StoreActor } from '../authorization/principal.ts'
import type { Database } from '../database/database.ts'
import type { Tx } from '../database/tx.ts'
import type { Reply } from '../http/route.ts'
import { Problem } from '../problem/problem.ts'
import * as queries from './queries.ts'

/**
 * What a caller asked for once: the operation, its `Idempotency-Key` if it sent one, and all that it said.
 *
 * @typeParam T what comes of it
 */
export interface Asked<T> {
  /** `POST /pos/carts/{id}/finalize` */
  readonly route: string
  readonly key: string | undefined
  readonly request: unknown
  /**
   * The member who acts in the store that it is about, by present authority: settled already, or settled when a replay is
   * asked for, of what was answered then. Whoever was dismissed since is refused like anybody, and never told that answer.
   */
  readonly actor: StoreActor | ((answer: T) => StoreActor | Promise<StoreActor>)
}

/** What came of it, and whether it came of an earlier request with the same key. */
export interface Once<T> {
  readonly answer: T
  readonly isReplay: boolean
}

/**
 * Does the work of one transaction once for a key of the caller's, and keeps its answer in that transaction: the
 * effect and the memory of it stand or fall together. A request that comes while the first still runs waits for it.
 * The answer is kept as JSON and must hold no secret; it is told again only to who may still act there.
 *
 * @throws Problem `idempotency_key_reused` (the key came with another request) · `forbidden` · `not_found` ·
 *   `merchant_suspended` (a replay, by who may not act there any more)
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
    throw new Problem('idempotency_key_reused', { detail: 'Another request needs another Idempotency-Key.' })
  }
  const answer = claimed.answer as T
  if (typeof actor === 'function') await actor(answer)
  return { answer, isReplay: true }
}

/** Forgets answers whose time is over, some at a time; answers how many. */
export const forgetAnswers = (database: Database) => () => database.worker(queries.forget)

/** Says of a reply that the work was not done again. */
export function replayed(reply: Reply, isReplay: boolean): Reply {
  return isReplay ? { ...reply, headers: { ...reply.headers, 'idempotent-replayed': 'true' } } : reply
}

/** The `Idempotency-Key` of a request. */
export function keyOf(headers: Readonly<Record<string, string | string[] | undefined>>): string | undefined {
  const key = headers['idempotency-key']
  return Array.isArray(key) ? key[0] : key
}

/** JSON whose members stand in one order. Amounts are whole numbers far below where JSON loses digits. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_name, field: unknown) => {
    if (typeof field === 'bigint') return Number(field)
    if (field === null || typeof field !== 'object' || Array.isArray(field)) return field
    return Object.fromEntries(Object.entries(field).sort(([a], [b]) => (a < b ? -1 : 1)))
  })
}
