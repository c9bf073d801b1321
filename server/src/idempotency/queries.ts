import type { Access } from '../authorization/access.ts'
import { sql } from '../database/sql.ts'
import type { Tx } from '../database/tx.ts'

interface Kept {
  readonly isSame: boolean
  readonly answer: unknown
}

/** Null when this transaction has claimed the key; otherwise the answer to its first request. */
export async function claim<A extends Access>(
  tx: Tx<A>,
  route: string,
  key: string,
  fingerprint: Buffer,
): Promise<Kept | null> {
  const { claimed } = await tx.one(sql<{ claimed: Kept | null }>`
    select app.claim_key(${route}, ${key}, ${fingerprint}) as claimed`)
  return claimed
}

export function keep<A extends Access>(
  tx: Tx<A>,
  route: string,
  key: string,
  body: string,
): Promise<unknown> {
  return tx.rows(sql`select app.keep_answer(${route}, ${key}, ${body})`)
}

/** Deletes some of the answers older than thirty days; a sale in progress keeps its key. */
export async function forget(tx: Tx<'worker'>): Promise<number> {
  const gone = await tx.rows(sql`
    delete from app.idempotency_keys k
     where (k.account_id, k.route, k.key) in (
       select o.account_id, o.route, o.key from app.idempotency_keys o
        where o.created_at < now() - interval '30 days' and o.status is not null order by o.created_at limit 1000)
    returning 1`)
  return gone.length
}
