import { sql } from '../../database/sql.ts'
import type { Tx } from '../../database/tx.ts'

/** The accounts at the provider whose lists are searched for lost sales. No connection: our own. */
export function listsToSearch(
  tx: Tx<'worker'>,
  mode: string,
): Promise<{ merchantId: string | null; connectionId: string | null }[]> {
  return tx.rows(sql<{ merchantId: string | null; connectionId: string | null }>`
    select merchant_id as "merchantId", connection_id as "connectionId" from vas.lists_to_search(${mode})`)
}

/** Which of these ids the database has. */
export async function known(tx: Tx<'worker'>, ids: readonly string[]): Promise<Set<string>> {
  const rows = await tx.rows(
    sql<{ id: string }>`select id from vas.known_sales(${ids}::uuid[]) where id is not null`,
  )
  return new Set(rows.map(({ id }) => id))
}

/** @param record as JSON: a line of the provider's list, with its order */
export async function enterFoundSale(
  tx: Tx<'worker'>,
  paidBy: { readonly mode: string; readonly connectionId: string | null },
  record: string,
): Promise<'ENTERED' | 'KNOWN' | 'UNPLACED'> {
  const { outcome } = await tx.one(sql<{ outcome: 'ENTERED' | 'KNOWN' | 'UNPLACED' }>`
    select vas.enter_found_sale(${paidBy.mode}, ${paidBy.connectionId}, ${record}::jsonb) as outcome`)
  return outcome
}
