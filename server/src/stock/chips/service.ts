/**
 * SIM chips, each with a serial number: imported from spreadsheets, and activated once they are sold.
 * Invariants: a file is imported whole or not at all, and once, including large ones, which a durable job
 * imports; an ICCID exists once per merchant, and nobody learns that another merchant has it; PIN and PUK are
 * stored sealed and no list returns them; SOLD becomes ACTIVATED once; nothing writes VOID. Tables:
 * stock.chip_imports, stock.chip_import_runs, stock.chip_units, stock.chip_codes.
 */
import { createHash } from 'node:crypto'
import { v7 as uuidV7 } from 'uuid'
import type { Grant } from '../../authorization/grant.ts'
import type { StoreActor } from '../../authorization/principal.ts'
import { byId, pageOf } from '../../collections/page.ts'
import { scopeOf } from '../../collections/scope.ts'
import type { Database } from '../../database/database.ts'
import type { Tx } from '../../database/tx.ts'
import { Problem } from '../../problem/problem.ts'
import type { OpenWorkbook } from '../../spreadsheet/workbook.ts'
import { isLongerThan } from './file.ts'
import { fileContext } from './large-import.ts'
import * as queries from './queries.ts'
import type { ActivatedChip, ChipImport, ChipImportRun, ChipImportRunQuery, ImportChips } from './schema.ts'
import { assertNew, readUnits, type Sealer, stock } from './stocking.ts'

export type ChipsService = ReturnType<typeof chipsService>

interface Dependencies {
  readonly database: Database
  readonly openWorkbook: OpenWorkbook
  readonly sealer: Sealer
}

/**
 * Rows that a request imports by itself, within a second or two. A longer sheet could exceed the timeouts of
 * browsers and proxies on a busy machine, and is imported by a durable job.
 */
const mostRowsWaitedFor = 2_000

export function chipsService({ database, openWorkbook, sealer }: Dependencies) {
  /**
   * Imports the chips of a spreadsheet into a store's stock: all of them, or none. A dry run returns the same
   * result and writes nothing. A large file is stored, sealed, and imported by a job: the result is the id of
   * its workflow.
   *
   * @throws Problem `forbidden` · `merchant_suspended` · `merchant_unverified` · `chip_product_required` ·
   * `invalid_transition` (a closed store) · `file_already_imported` · `import_under_way` ·
   * `chip_rows_invalid` (the first faults in `rows`) · `chip_header_missing` · `workbook_…`
   */
  const importFile = async (
    grant: Grant<'store:supervisor'>,
    order: ImportChips,
  ): Promise<ChipImport | { readonly workflowId: string }> => {
    const { file, storeId, productId, dryRun = false } = order
    const fileHash = createHash('sha256').update(file.bytes).digest()
    await database.read(grant, (tx) => assertWanted(tx, tx.storeActor(), productId, fileHash))
    const named = { id: uuidV7(), productId, fileName: file.fileName, fileHash }
    // Outside any transaction: reading a file can take long.
    const sheet = await openWorkbook(file.bytes)
    const hiddenSheets = [...sheet.hiddenSheets]
    if (await isLongerThan(mostRowsWaitedFor, sheet))
      return importLater(grant, { ...named, isDryRun: dryRun, hiddenSheets }, file.bytes)
    const read = await readUnits(await openWorkbook(file.bytes), sealer)
    const entry = { ...named, sheetName: read.sheet.name, rowCount: read.read.rowCount }
    const importedAt = dryRun
      ? await database.read(grant, (tx) => assertNew(tx, tx.storeActor(), read)).then(() => null)
      : await database.write(grant, (tx) => stock(tx, tx.storeActor(), entry, read))
    return {
      id: dryRun ? null : entry.id,
      storeId,
      productId,
      fileName: entry.fileName,
      sheetName: entry.sheetName,
      rowCount: entry.rowCount,
      hiddenSheets,
      carriers: [...read.carriers],
      importedAt,
      isDryRun: dryRun,
    }
  }

  const importLater = async (
    grant: Grant<'store:supervisor'>,
    run: Omit<queries.NewRun, 'fileSealed'>,
    bytes: Buffer,
  ): Promise<{ workflowId: string }> => {
    const fileSealed = sealer.seal(bytes, fileContext(run.id))
    return database.write(grant, async (tx) => {
      await queries.stageImport(tx, tx.storeActor(), { ...run, fileSealed })
      return { workflowId: run.id }
    })
  }

  /**
   * A large import of a store: its progress and its faults. @throws Problem `not_found` · `forbidden`
   */
  const importRun = (grant: Grant<'store:supervisor'>, id: string): Promise<ChipImportRun> =>
    database.read(grant, async (tx) => {
      const run = await queries.importRun(tx, scopeOf(tx), id)
      tx.storeActorIn(run.storeId)
      return run
    })

  /** The large imports of a store, newest first, with their results. @throws Problem `invalid_cursor` */
  const importRuns = (grant: Grant<'store:supervisor'>, { storeId, limit, cursor }: ChipImportRunQuery) =>
    database.read(grant, (tx) =>
      pageOf(tx, { list: 'chip import runs', narrowedBy: [storeId], limit, cursor }, byId, (range) =>
        queries.importRuns(tx, tx.storeActor(), range),
      ),
    )

  /** The progress of the import with this workflow id; undefined for callers who may not see it. */
  const importProgress = (tx: Tx<'authenticated'>, workflowId: string) => queries.runProgress(tx, workflowId)

  /** SOLD to ACTIVATED, once. @throws Problem `not_found` · `forbidden` · `merchant_suspended` · `invalid_transition` */
  const activate = (grant: Grant<'store:supervisor'>, id: string): Promise<ActivatedChip> =>
    database.write(grant, async (tx) => {
      const found = await queries.chip(tx, scopeOf(tx), id)
      tx.storeActorIn(found.storeId)
      return queries.activate(tx, found)
    })

  return { importFile, importRun, importRuns, importProgress, activate }
}

/**
 * Checks before reading the bytes: the store can receive stock, the product is a chip of it, the file is new.
 *
 * @throws Problem as `importFile`
 */
async function assertWanted(
  tx: Tx<'store:supervisor'>,
  actor: StoreActor,
  productId: string,
  fileHash: Buffer,
): Promise<void> {
  const reason = await queries.noStockReason(tx, actor)
  if (reason !== null && reason !== 'invalid_transition') throw new Problem(reason)
  if (!(await queries.isChip(tx, actor, productId))) throw new Problem('chip_product_required')
  if (reason !== null) throw new Problem(reason, { detail: 'The store is closed.' })
  const earlier = await queries.importOf(tx, actor, fileHash)
  if (earlier !== undefined) throw new Problem('file_already_imported', { extras: { ...earlier } })
}
