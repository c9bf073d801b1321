import { sql } from '../../database/sql.ts'
import type { Tx } from '../../database/tx.ts'

/** When a store is closed directly. @throws Problem `shifts_open` */
export async function assertNoOpenShift(tx: Tx<'rows'>, merchantId: string, id: string): Promise<void> {
  await tx.rows(sql`select shop.assert_no_open_shift(${merchantId}, ${id})`)
}
