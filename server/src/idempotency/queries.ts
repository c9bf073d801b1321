import type { Access } from '../authorization/access.ts'
import { sql } from '../database/sql.ts'
import type { Tx } from '../database/tx.ts'

/** The state of the first request with a key; `isSame` is false if that was a different request. */
export type Kept =
  | { readonly isSame: false }
  | {
      readonly isSame: true
      /** The record that it creates, if it continues after its transaction. */
      readonly resourceId: string | null
      /** It has no answer yet and may still be running. */
      readonly isRunning: boolean
      readonly status: number | null
      readonly answer: unknown
    }

/** A key of the caller at a merchant, with what was asked under it. */
export interface Key {
  readonly merchantId: string
  /** Who writes the rows of its operation: the caller, or functions of the coordinator, which `once` explains. */
  readonly at: 'caller' | 'coordinator'
  readonly route: string
  readonly key: string
  readonly fingerprint: Buffer
}

export interface Claim extends Key {
  readonly resourceId: string | null
  readonly lockMs: number
}

/** Null when this transaction has claimed the key; otherwise the answer to its first request. */
export async function claim<A extends Access>(
  tx: Tx<A>,
  { merchantId, at, route, key, fingerprint, resourceId, lockMs }: Claim,
): Promise<Kept | null> {
  const claiming =
    at === 'coordinator'
      ? sql`app.claim_key_at_coordinator(${merchantId}, ${route}, ${key}, ${fingerprint})`
      : sql`app.claim_key(${merchantId}, ${route}, ${key}, ${fingerprint}, ${resourceId}, ${lockMs})`
  const { claimed } = await tx.one(sql<{ claimed: Kept | null }>`select ${claiming} as claimed`)
  return claimed
}

export function keep<A extends Access>(
  tx: Tx<A>,
  { merchantId, at, route, key, fingerprint }: Key,
  body: string,
): Promise<unknown> {
  return tx.rows(
    at === 'coordinator'
      ? sql`select app.keep_answer_at_coordinator(${merchantId}, ${route}, ${key}, ${fingerprint}, ${body})`
      : sql`select app.keep_answer(${merchantId}, ${route}, ${key}, ${fingerprint}, ${body})`,
  )
}

export interface LateAnswer {
  readonly merchantId: string
  readonly keyOwnerId: string
  readonly route: string
  readonly key: string
  readonly status: number
  readonly body: string
}

/** Stores the answer of a request that continued after its transaction; a second answer changes nothing. */
export function keepLate(
  tx: Tx<'worker'>,
  { merchantId, keyOwnerId, route, key, status, body }: LateAnswer,
): Promise<unknown> {
  return tx.rows(sql`
    update app.idempotency_keys set status = ${status}, body = ${body}
     where merchant_id = ${merchantId} and account_id = ${keyOwnerId} and route = ${route} and key = ${key}
       and status is null`)
}

/** Deletes some of the answers older than thirty days; a sale in progress keeps its key. */
export async function forget(tx: Tx<'worker'>): Promise<number> {
  const gone = await tx.rows(sql`
    delete from app.idempotency_keys k
     where (k.merchant_id, k.account_id, k.route, k.key) in (
       select o.merchant_id, o.account_id, o.route, o.key from app.idempotency_keys o
        where o.created_at < now() - interval '30 days' and o.status is not null order by o.created_at limit 1000)
    returning 1`)
  return gone.length
}

export function leadTo(
  tx: Tx<never>,
  { merchantId, route, key, resourceId }: Omit<Key, 'at' | 'fingerprint'> & { readonly resourceId: string },
): Promise<unknown> {
  return tx.rows(sql`select app.lead_key_to(${merchantId}, ${route}, ${key}, ${resourceId})`)
}
