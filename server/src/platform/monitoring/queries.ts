import { sql } from '../../database/sql.ts'
import type { Tx } from '../../database/tx.ts'

/** The database's clock, in milliseconds. */
export async function clockMs(tx: Tx<'worker'>): Promise<number> {
  const { ms } = await tx.one(
    sql<{ ms: number }>`select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms`,
  )
  return ms
}

export function gauges(tx: Tx<'worker'>): Promise<{ name: string; value: number }[]> {
  return tx.rows(sql<{ name: string; value: number }>`select name, value from platform.gauges()`)
}
