import { sql } from 'kysely'
import type { Tx } from '../../database/tx.ts'

/** Puts what was committed in order; answers the last position given. */
export async function order(tx: Tx<'worker'>): Promise<bigint> {
  const { head } = await tx.one(sql<{ head: bigint }>`select platform.order_events() as head`)
  return head
}

/** Forgets at most so many events that are older; answers how many there were. */
export async function prune(tx: Tx<'worker'>, olderThanDays: number, limit: number): Promise<number> {
  const { pruned } = await tx.one(sql<{ pruned: number }>`
    select platform.prune_events(make_interval(days => ${olderThanDays}), ${limit}) as pruned`)
  return pruned
}
