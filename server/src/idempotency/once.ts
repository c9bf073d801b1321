import { createHash } from 'node:crypto'
import { canonicalJson } from '../amounts/json.ts'
import type { Access } from '../authorization/access.ts'
import type { Principal, StoreActor } from '../authorization/principal.ts'
import { merchantOf } from '../collections/scope.ts'
import type { Database } from '../database/database.ts'
import type { Tx } from '../database/tx.ts'
import type { Reply } from '../http/route.ts'
import { Problem } from '../problem/problem.ts'
import * as queries from './queries.ts'

/**
 * A request that is to be carried out once: where, the operation, its `Idempotency-Key`, and all that it said. A key
 * belongs to the caller at one merchant; one that comes with an API key belongs to all API keys of the merchant.
 */
export interface Keyed {
  readonly merchantId: string
  /** `POST /pos/carts/{id}/finalize` */
  readonly route: string
  readonly key: string
  readonly request: unknown
}

/**
 * An operation to run once: its name, its `Idempotency-Key` if one was sent, and the whole request.
 */
export interface Asked extends Omit<Keyed, 'key' | 'merchantId'> {
  readonly key: string | undefined
  /**
   * The member who acts in the store concerned, by current permissions: already resolved, or found by a record of
   * that store when it is needed. A person dismissed since is refused and does not get the stored answer. Of an act of
   * the platform, which has no merchant, `platform`: the caller's label was checked in this transaction.
   */
  readonly actor: StoreActor | (() => Promise<StoreActor>) | 'platform'
  /**
   * `coordinator`: the work calls functions that a cluster runs on its coordinator, where they write the merchant's rows as
   * their owner. The key is then written there as well, since of one transaction only one user may change a merchant's
   * rows; and the work reads none of them itself after its first write.
   */
  readonly at?: 'coordinator'
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
  { route, key, request, actor, at }: Asked,
  work: () => Promise<T>,
): Promise<Once<T>> {
  if (key === undefined) return { answer: await work(), isReplay: false }
  const merchantId = await merchantOfKeys(tx, actor)
  const asked = { merchantId, at: at ?? 'caller', route, key, fingerprint: fingerprintOf(request) } as const
  const first = await claimed(tx, { ...asked, resourceId: null, lockMs: 0 })
  if (first === undefined) {
    const answer = await work()
    await queries.keep(tx, asked, canonicalJson(answer))
    return { answer, isReplay: false }
  }
  if (typeof actor === 'function') await actor()
  return { answer: first.answer as T, isReplay: true }
}

/** The merchant whose rows a key is kept with; of an act of the platform, the caller's account. */
async function merchantOfKeys<A extends Access>(
  { principal }: Tx<A>,
  actor: Asked['actor'],
): Promise<string> {
  if (actor === 'platform') return principal.accountId
  return typeof actor === 'function' ? merchantOf(principal, actor) : actor.merchantId
}

/** The owner of the caller's idempotency keys at a merchant, as `app.key_owner` has it: the account, or for an API key the merchant. */
export const keyOwnerOf = ({ accountId, keyScopes }: Principal, merchantId: string): string =>
  keyScopes === null ? accountId : merchantId

/** What the first request with a key began: the record it created, and its answer, if there is one yet. */
export interface Begun {
  readonly resourceId: string
  readonly isRunning: boolean
  readonly told: { readonly status: number; readonly answer: unknown } | undefined
}

/**
 * Claims a key for work that continues after this transaction: `resourceId` is the record it creates. Its answer is
 * stored later (`keepAnswer`); until then, for `lockMs` at most, it counts as running.
 *
 * @returns undefined when this request does the work. Otherwise the caller checks who may see the first answer.
 * @throws Problem `idempotency_key_reused`
 */
export async function begin<A extends Access>(
  tx: Tx<A>,
  { merchantId, route, key, request }: Keyed,
  by: { readonly resourceId: string; readonly lockMs: number },
): Promise<Begun | undefined> {
  const first = await claimed(tx, {
    merchantId,
    at: 'caller',
    route,
    key,
    fingerprint: fingerprintOf(request),
    ...by,
  })
  if (first === undefined) return undefined
  const { resourceId, isRunning, status, answer } = first
  return {
    resourceId: resourceId as string,
    isRunning,
    told: status === null ? undefined : { status, answer },
  }
}

/** Lets a key that this transaction has claimed lead to another record: the one that its request made before. */
export const leadTo = <A extends Access>(
  tx: Tx<A>,
  to: Parameters<typeof queries.leadTo>[1],
): Promise<unknown> => queries.leadTo(tx, to)

/** Stores the answer of work that was begun; a second one changes nothing. */
export const keepAnswer = (
  database: Database,
  { answer, ...to }: Omit<queries.LateAnswer, 'body'> & { readonly answer: unknown },
) => database.worker((tx) => queries.keepLate(tx, { ...to, body: canonicalJson(answer) }))

/** Deletes expired answers in batches; returns the number deleted. */
export const forgetAnswers = (database: Database) => () => database.worker(queries.forget)

/** Marks a reply as replayed. */
export function replayed(reply: Reply, isReplay: boolean): Reply {
  return isReplay ? { ...reply, headers: { ...reply.headers, 'idempotent-replayed': 'true' } } : reply
}

const fingerprintOf = (request: unknown): Buffer =>
  createHash('sha256').update(canonicalJson(request)).digest()

/** Undefined when this transaction has the key. @throws Problem `idempotency_key_reused` */
async function claimed<A extends Access>(tx: Tx<A>, claim: queries.Claim) {
  const first = await queries.claim(tx, claim)
  if (first === null) return undefined
  if (first.isSame) return first
  throw new Problem('idempotency_key_reused', {
    detail: 'Send a new Idempotency-Key with a different request.',
  })
}
