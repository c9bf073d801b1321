import type { Access, Implied } from '../authorization/access.ts'
import type { Grant } from '../authorization/grant.ts'
import type { Database } from '../database/database.ts'
import { setStatementTimeout } from '../database/statement-timeout.ts'
import type { Tx } from '../database/tx.ts'

/** How long one statement may read for a file, within a request's minute. */
const fileTimeoutMs = 45_000

/** Reads the rows of a file as the caller: a statement may take longer than for a screen. */
export function readForFile<A extends Access, T>(
  database: Database,
  grant: Grant<A>,
  work: (tx: Tx<Implied<A>>) => Promise<T>,
): Promise<T> {
  return database.read(grant, async (tx) => {
    await setStatementTimeout(tx, fileTimeoutMs)
    return work(tx)
  })
}
