import { sql } from 'kysely'
import type { Tx } from '../../database/tx.ts'

/** Notes who asked for the catalog to be synchronised, and by which workflow to follow it. */
export function auditSync(tx: Tx<'platform:operator'>, workflowId: string): Promise<unknown> {
  return tx.rows(
    sql`select platform.audit('vas.catalog.sync_requested', 'workflow', ${workflowId}, null, null)`,
  )
}
