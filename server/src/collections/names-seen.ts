import { sql } from '../database/sql.ts'
import type { Tx } from '../database/tx.ts'

/**
 * The names of accounts, without those of people whom the caller may not see. Asked once for all rows of a page, and apart
 * from them: a node of a cluster that has the rows cannot look up who may see whom.
 */
export async function namesSeen(
  tx: Tx<never>,
  accountIds: readonly (string | null)[],
): Promise<ReadonlyMap<string | null, string>> {
  const ids = [...new Set(accountIds)].filter((id) => id !== null)
  if (ids.length === 0) return new Map()
  const rows = await tx.rows(sql<{ id: string; name: string }>`
    select id, name from identity.names_seen(${ids}::uuid[])`)
  return new Map(rows.map(({ id, name }) => [id, name]))
}
