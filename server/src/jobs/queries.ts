import { sql } from '../database/sql.ts'
import type { Tx } from '../database/tx.ts'

/** Ids of merchants after the given one, in order. */
export async function merchantsAfter(
  tx: Tx<'worker'>,
  after: string | undefined,
  limit: number,
): Promise<string[]> {
  const rows = await tx.rows(
    sql<{ id: string }>`select id from app.merchants_after(${after ?? null}, ${limit}) id`,
  )
  return rows.map(({ id }) => id)
}

/** Records for alerts what a check of all merchants has found. */
export function noteCheck(tx: Tx<'worker'>, job: string, faults: number): Promise<unknown> {
  return tx.rows(sql`select app.note_check(${job}, null, ${faults})`)
}

/** Deletes a batch of work that ended long ago; returns how many runs. */
export async function forgetWork(tx: Tx<'worker'>): Promise<number> {
  const { count } = await tx.one(sql<{ count: number }>`select app.forget_work() as count`)
  return count
}
