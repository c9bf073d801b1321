import type { StoreActor } from '../../authorization/principal.ts'
import type { PageRange } from '../../collections/page.ts'
import type { Scope } from '../../collections/scope.ts'
import { sql } from '../../database/sql.ts'
import type { Tx } from '../../database/tx.ts'
import type { Progress } from '../../jobs/shapes.ts'
import type { ActivatedChip, ChipImportRun, ListedRun } from './schema.ts'

type Place = Pick<StoreActor, 'merchantId' | 'storeId'>

/**
 * Stock is written in the name of the person who sends the file, or by the worker with that person's
 * authority.
 */
export type StockTx = Tx<'store:supervisor'> | Tx<'worker'>

/** Whether the store sells this product and it is a chip. */
export async function isChip(tx: Tx<'store:supervisor'>, place: Place, productId: string): Promise<boolean> {
  const found = await tx.first(sql`
    select from catalog.products
     where merchant_id = ${place.merchantId} and store_id = ${place.storeId} and id = ${productId} and kind = 'CHIP'`)
  return found !== undefined
}

/** Why the store cannot receive stock at the moment, as the code of a problem; null when it can. */
export async function noStockReason(tx: Tx<'store:supervisor'>, place: Place): Promise<NoStockReason | null> {
  const { reason } = await tx.one(sql<{ reason: NoStockReason | null }>`
    select stock.no_stock_reason(${place.merchantId}, ${place.storeId}) as reason`)
  return reason
}
export type NoStockReason = 'merchant_suspended' | 'merchant_unverified' | 'invalid_transition'

export interface EarlierImport {
  readonly importId: string
  readonly importedAt: Date
  readonly rowCount: number
}

/** The import of the same bytes into this store, if there is one. */
export function importOf(
  tx: Tx<'store:supervisor'>,
  place: Place,
  fileHash: Buffer,
): Promise<EarlierImport | undefined> {
  return tx.first(sql<EarlierImport>`
    select id as "importId", imported_at as "importedAt", row_count as "rowCount" from stock.chip_imports
     where merchant_id = ${place.merchantId} and store_id = ${place.storeId} and file_hash = ${fileHash}`)
}

export interface KnownIccid {
  readonly iccid: string
  /** In this store, or in another store of the merchant. */
  readonly place: 'store' | 'merchant'
}

/** @param exceptImport an import to ignore */
export function knownIccids(
  tx: StockTx,
  place: Place,
  iccids: readonly string[],
  exceptImport?: string,
): Promise<KnownIccid[]> {
  return tx.rows(sql<KnownIccid>`
    select iccid, place from stock.known_iccids(${place.merchantId}, ${place.storeId}, ${iccids}::text[],
                                              ${exceptImport ?? null}::uuid)`)
}

export interface NewImport {
  readonly id: string
  readonly productId: string
  readonly fileName: string
  readonly fileHash: Buffer
  readonly sheetName: string
  readonly rowCount: number
}

/** @throws Problem `chip_product_required` · `file_already_imported` */
export async function openImport(tx: StockTx, place: Place, of: NewImport): Promise<Date> {
  const { importedAt } = await tx.one(sql<{ importedAt: Date }>`
    select stock.open_chip_import(${place.merchantId}, ${of.id}, ${place.storeId}, ${of.productId}, ${of.fileName},
                                ${of.fileHash}, ${of.sheetName}, ${of.rowCount}) as "importedAt"`)
  return importedAt
}

/** @returns how many were added: fewer than given when another import has added an ICCID meanwhile */
export async function addChips(
  tx: StockTx,
  place: Place,
  importId: string,
  units: readonly object[],
): Promise<number> {
  const { added } = await tx.one(sql<{ added: number }>`
    select stock.add_chips(${place.merchantId}, ${importId}, ${JSON.stringify(units)}::jsonb) as added`)
  return added
}

export interface NewRun {
  readonly id: string
  readonly productId: string
  readonly fileName: string
  readonly fileHash: Buffer
  readonly fileSealed: Buffer
  readonly isDryRun: boolean
  readonly hiddenSheets: readonly string[]
}

/** Stores a large file until its import has run, and queues that. @throws Problem `import_under_way` */
export function stageImport(tx: Tx<'store:supervisor'>, place: Place, of: NewRun): Promise<unknown> {
  return tx.rows(sql`
    select stock.stage_chip_import(${place.merchantId}, ${of.id}, ${place.storeId}, ${of.productId}, ${of.fileName},
                                 ${of.fileHash}, ${of.fileSealed}, ${of.isDryRun}, ${of.hiddenSheets}::text[])`)
}

const runColumns = sql`id, store_id as "storeId", product_id as "productId", file_name as "fileName",
  sheet_name as "sheetName", hidden_sheets as "hiddenSheets", carriers, is_dry_run as "isDryRun", status,
  rows_checked as "rowsChecked", rows_total as "rowsTotal", rows_imported as "rowsImported",
  started_by as "startedBy", started_at as "startedAt", finished_at as "finishedAt"`

/** @throws Problem `not_found` */
export function importRun(tx: Tx<'store:supervisor'>, scope: Scope, id: string): Promise<ChipImportRun> {
  return tx.one(sql<ChipImportRun>`
    select ${runColumns}, problem
      from stock.chip_import_runs where merchant_id = any (${scope.merchantIds}::uuid[]) and id = ${id}`)
}

/** The runs of a store, newest first. */
export function importRuns(
  tx: Tx<'store:supervisor'>,
  place: Place,
  { limit, after }: PageRange,
): Promise<ListedRun[]> {
  return tx.rows(sql<ListedRun>`
    select ${runColumns}, problem ->> 'code' as "problemCode"
      from stock.chip_import_runs
     where merchant_id = ${place.merchantId} and store_id = ${place.storeId}
       ${after === undefined ? sql`` : sql`and id < ${after.id}::uuid`}
     order by id desc limit ${limit}`)
}

/** The progress of a run; undefined for callers who may neither stock the store nor operate the platform. */
export function runProgress(tx: Tx<'authenticated'>, id: string): Promise<Progress | undefined> {
  return tx.first(sql<Progress>`select phase, done, total from stock.chip_import_progress(${id})`)
}

export type FoundChip = Omit<ActivatedChip, 'activatedAt'> & {
  readonly merchantId: string
  readonly activatedAt: Date | null
}

/** @throws Problem `not_found` */
export function chip(tx: Tx<'store:supervisor'>, scope: Scope, id: string): Promise<FoundChip> {
  return tx.one(sql<FoundChip>`
    select id, merchant_id as "merchantId", store_id as "storeId", product_id as "productId", iccid, status,
           activated_at as "activatedAt"
      from stock.chip_units where merchant_id = any (${scope.merchantIds}::uuid[]) and id = ${id}`)
}

/** @throws Problem `invalid_transition` */
export async function activate(tx: Tx<'store:supervisor'>, of: FoundChip): Promise<ActivatedChip> {
  await tx.rows(sql`select stock.activate_chip(${of.merchantId}, ${of.id})`)
  return tx.one(sql<ActivatedChip>`
    select id, store_id as "storeId", product_id as "productId", iccid, status, activated_at as "activatedAt"
      from stock.chip_units where merchant_id = ${of.merchantId} and id = ${of.id} and activated_at is not null`)
}
