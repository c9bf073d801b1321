import { sql } from '../../database/sql.ts'
import type { Tx } from '../../database/tx.ts'
import type { NoStockReason } from './queries.ts'
import type { ChipImportRun } from './schema.ts'

/** A large import as the worker reads it. */
export interface KeptRun {
  readonly merchantId: string
  readonly storeId: string
  readonly productId: string
  readonly fileName: string
  readonly fileHash: Buffer
  /** Absent once it has ended. */
  readonly fileSealed: Buffer | null
  readonly isDryRun: boolean
  readonly status: ChipImportRun['status']
  readonly sheetName: string | null
  readonly rowCount: number | null
  readonly problem: RunProblem | null
}

/** Why nothing was imported, as a problem document. */
export interface RunProblem extends Readonly<Record<string, unknown>> {
  readonly code: string
}

export function keptRun(tx: Tx<'worker'>, id: string): Promise<KeptRun> {
  return tx.one(sql<KeptRun>`
    select merchant_id as "merchantId", store_id as "storeId", product_id as "productId", file_name as "fileName",
           file_hash as "fileHash", file_sealed as "fileSealed", is_dry_run as "isDryRun", status,
           sheet_name as "sheetName", row_count as "rowCount", problem
      from stock.chip_import_run(${id})`)
}

/**
 * From here on the transaction may stock that store in the name of the person who started the run. Returns
 * why not, if it may not; otherwise null.
 */
export async function assume(
  tx: Tx<'worker'>,
  id: string,
): Promise<'permission_missing' | NoStockReason | null> {
  const { reason } = await tx.one(sql<{ reason: 'permission_missing' | NoStockReason | null }>`
    select stock.assume_chip_import(${id}) as reason`)
  return reason
}

/** Returns how many incomplete runs were ended. */
export async function stopOld(tx: Tx<'worker'>): Promise<number> {
  const { stopped } = await tx.one(sql<{ stopped: number }>`select stock.stop_old_chip_imports() as stopped`)
  return stopped
}

/** Returns how many runs lost the faults of their file. */
export async function forgetFaults(tx: Tx<'worker'>): Promise<number> {
  const { forgotten } = await tx.one(sql<{ forgotten: number }>`
    select stock.forget_chip_faults() as forgotten`)
  return forgotten
}

export interface RunCounts {
  readonly checked: number
  /** Unknown until the whole file has been read. */
  readonly total: number | null
  readonly imported: number
}

export function note(
  tx: Tx<'worker'>,
  id: string,
  { checked, total, imported }: RunCounts,
): Promise<unknown> {
  return tx.rows(sql`select stock.note_chip_import(${id}, ${checked}, ${total}, ${imported})`)
}

/** Ends a run and deletes its file; a run that has ended does not change. */
export function finish(
  tx: Tx<'worker'>,
  id: string,
  end:
    | {
        readonly status: 'CHECKED' | 'IMPORTED'
        readonly sheetName: string
        readonly rowCount: number
        readonly carriers: readonly string[]
      }
    | { readonly status: 'REFUSED' | 'STOPPED'; readonly problem: RunProblem },
): Promise<unknown> {
  const none = { sheetName: null, rowCount: null, carriers: [], problem: null }
  const { sheetName, rowCount, carriers, problem } = { ...none, ...end }
  return tx.rows(sql`
    select stock.finish_chip_import(${id}, ${end.status}, ${sheetName}, ${rowCount}, ${carriers}::text[],
                                    ${problem && JSON.stringify(problem)}::jsonb)`)
}
