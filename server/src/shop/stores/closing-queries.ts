import { sql } from '../../database/sql.ts'
import type { Tx } from '../../database/tx.ts'

/** After a store's record was changed directly. @throws Problem `shifts_open` */
export async function settleChange(tx: Tx<'rows'>, id: string): Promise<void> {
  await tx.rows(sql`select shop.settle_store(${id})`)
}
