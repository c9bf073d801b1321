import { sql } from 'kysely'
import type { Access } from '../authorization/access.ts'
import type { Tx } from '../database/tx.ts'

interface Kept {
  readonly isSame: boolean
  readonly answer: unknown
}

/** Null when the key is this transaction's; what its first request was told otherwise. */
export async function claim<A extends Access>(
  tx: Tx<A>,
  route: string,
  key: string,
  fingerprint: Buffer,
): Promise<Kept | null> {
  const { claimed } = await tx.one(sql<{ claimed: Kept | null }>`
    select platform.claim_key(${route}, ${key}, ${fingerprint}) as claimed`)
  return claimed
}

export function keep<A extends Access>(
  tx: Tx<A>,
  route: string,
  key: string,
  body: string,
): Promise<unknown> {
  return tx.rows(sql`select platform.keep_answer(${route}, ${key}, ${body})`)
}
