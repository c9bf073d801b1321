import { sql } from './sql.ts'
import type { Tx, TxAccess } from './tx.ts'

/** How long each further statement of the transaction may run: files and checks read far more than a screen shows. */
export async function setStatementTimeout<A extends TxAccess>(tx: Tx<A>, timeoutMs: number): Promise<void> {
  await tx.rows(sql`select set_config('statement_timeout', ${String(timeoutMs)}, true)`)
  tx.expectAnswersWithin(timeoutMs)
}
