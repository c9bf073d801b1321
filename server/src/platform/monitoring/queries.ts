import { sql } from '../../database/sql.ts'
import type { Tx } from '../../database/tx.ts'

export function gauges(tx: Tx<'worker'>): Promise<{ name: string; value: number }[]> {
  return tx.rows(sql<{ name: string; value: number }>`select name, value from platform.gauges()`)
}
