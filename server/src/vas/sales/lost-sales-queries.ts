import { sql } from '../../database/sql.ts'
import type { Tx } from '../../database/tx.ts'

/** A merchant's own account at the provider. */
export interface MerchantAccount {
  readonly merchantId: string
  readonly connectionId: string
}

/** The account that paid for a sale. */
export interface PaidBy {
  readonly mode: string
  /** Undefined: ours. */
  readonly owner: MerchantAccount | undefined
}

/** Merchants' own accounts at the provider, whose lists are searched for lost sales as ours is. */
export function accountsToSearch(tx: Tx<'worker'>, mode: string): Promise<MerchantAccount[]> {
  return tx.rows(sql<MerchantAccount>`
    select merchant_id as "merchantId", connection_id as "connectionId" from vas.accounts_to_search(${mode})`)
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
  { mode, owner }: PaidBy,
  record: string,
): Promise<'ENTERED' | 'KNOWN' | 'UNPLACED'> {
  const { outcome } = await tx.one(sql<{ outcome: 'ENTERED' | 'KNOWN' | 'UNPLACED' }>`
    select vas.enter_found_sale(${mode}, ${owner?.merchantId ?? null}, ${owner?.connectionId ?? null},
             ${record}::jsonb) as outcome`)
  return outcome
}
