import { sql } from '../database/sql.ts'
import type { Tx } from '../database/tx.ts'

/** Where an export is recorded. */
export interface ExportPlace {
  /** Null: of the platform. */
  readonly merchantId: string | null
  /** Null: of the merchant as a whole. */
  readonly storeId: string | null
}

/** Records which file the caller has taken out, by its route, and what is in it. */
export function recordExport(
  tx: Tx<never>,
  { merchantId, storeId }: ExportPlace,
  route: string,
  facts: object,
): Promise<unknown> {
  const owner = merchantId === null ? sql`app.platform_id()` : sql`${merchantId}`
  return tx.rows(sql`
    select audit.record_at(${owner}, ${storeId}, 'records.exported', 'export', ${route}, null,
      ${JSON.stringify(facts)}::jsonb)`)
}
