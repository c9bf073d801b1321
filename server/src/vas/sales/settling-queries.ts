import { sql } from '../../database/sql.ts'
import type { Tx } from '../../database/tx.ts'
import type { SaleRow } from './queries.ts'
import type { Transition } from './sale-state.ts'

export function claimDue(
  tx: Tx<'worker'>,
  modes: readonly string[],
  limit: number,
  leaseMs: number,
): Promise<SaleRow[]> {
  return tx.rows(sql<SaleRow>`select * from vas.claim_due(${modes}::text[], ${limit}, ${leaseMs})`)
}

export function claimOne(
  tx: Tx<'worker'>,
  target: { merchantId: string; id: string },
  modes: readonly string[],
  times: { intervalMs: number; leaseMs: number },
): Promise<SaleRow | undefined> {
  return tx.first(
    sql<SaleRow>`select * from vas.claim_one(${target.merchantId}, ${target.id}, ${modes}::text[], ${times.intervalMs}, ${times.leaseMs})`,
  )
}

/** Compare-and-set: undefined when another process owns or has moved the sale. */
export function transition(
  tx: Tx<'worker'>,
  from: SaleRow,
  move: Transition,
  times: { nextCheckInMs: number; leaseMs: number | null },
): Promise<SaleRow | undefined> {
  return tx.first(
    sql<SaleRow>`select * from vas.transition(${from.merchant_id}, ${from.id}, ${from.fence}, ${from.phase}, ${move.to},
      ${JSON.stringify(move.facts)}::jsonb, app.clock() + ${times.nextCheckInMs} * interval '1 millisecond',
      app.clock() + ${times.leaseMs}::int * interval '1 millisecond')`,
  )
}

export function bookLateCompletion(tx: Tx<'worker'>, merchantId: string, id: string): Promise<unknown> {
  return tx.rows(sql`select vas.book_late_completion(${merchantId}, ${id})`)
}

export function bookLateReversal(tx: Tx<'worker'>, merchantId: string, id: string): Promise<unknown> {
  return tx.rows(sql`select vas.book_late_reversal(${merchantId}, ${id})`)
}

/** The current time by the database's clock, which all servers share. */
export async function clock(tx: Tx<'worker'>): Promise<Date> {
  const { at } = await tx.one(sql<{ at: Date }>`select clock_timestamp() as at`)
  return at
}

/** The sale, without regard to a caller. */
export function storedSale(tx: Tx<'worker'>, merchantId: string, id: string): Promise<SaleRow> {
  return tx.one(sql<SaleRow>`select * from vas.sales where merchant_id = ${merchantId} and id = ${id}`)
}

/** Marks a sale as due after a notification; an unknown id changes nothing. */
export function wake(tx: Tx<'worker'>, id: string, intervalMs: number): Promise<unknown> {
  return tx.rows(sql`select vas.wake(${id}, ${intervalMs})`)
}
