/**
 * For: SIM chips with a serial number each: into stock by spreadsheet, and activated once they are sold.
 * Keeps: a file goes in whole or not at all, and once; an ICCID exists once on the platform, and nobody learns
 * whose; PIN and PUK are kept sealed and are read by no list; SOLD becomes ACTIVATED once; nothing writes VOID.
 * Tables: pos.chip_imports, pos.chip_units, pos.chip_codes.
 */
import { createHash } from 'node:crypto'
import { v7 as uuidV7 } from 'uuid'
import type { Grant } from '../../authorization/grant.ts'
import type { StoreActor } from '../../authorization/principal.ts'
import { scopeOf } from '../../collections/scope.ts'
import type { Database } from '../../database/database.ts'
import type { Tx } from '../../database/tx.ts'
import { Problem } from '../../problem/problem.ts'
import { at, type ChipFile, type ChipRow, readChips } from './file.ts'
import * as queries from './queries.ts'
import type { ActivatedChip, ChipImport, ImportChips, RowFault, RowFaultCode } from './schema.ts'
import type { OpenWorkbook } from './workbook.ts'

export type ChipsService = ReturnType<typeof chipsService>

interface Dependencies {
  readonly database: Database
  readonly openWorkbook: OpenWorkbook
  readonly sealer: { seal(plain: Uint8Array, context: string): Buffer }
}

/** Rows that travel to the database together. */
const rowsAtOnce = 2_500

export function chipsService({ database, openWorkbook, sealer }: Dependencies) {
  /**
   * Puts the chips of a spreadsheet into a store's stock: all of them, or none. A dry run says the same and
   * writes nothing.
   *
   * @throws Problem `forbidden` · `merchant_suspended` · `file_already_imported` · `chip_product_required` ·
   *   `chip_rows_invalid` (every fault in `rows`) · `chip_header_missing` · `workbook_…`
   */
  const importFile = async (grant: Grant<'store:supervisor'>, order: ImportChips): Promise<ChipImport> => {
    const { file, storeId, productId, dryRun = false } = order
    const fileHash = createHash('sha256').update(file.bytes).digest()
    await database.read(grant, (tx) => assertWanted(tx, tx.storeActor(), productId, fileHash))
    // Outside of any transaction: reading a file takes as long as it takes.
    const sheet = await openWorkbook(file.bytes)
    const units: object[] = []
    const read = await readChips(sheet, (row) => units.push(sealed(row)))
    refuse(read.faults, sheet)
    if (read.rowCount === 0)
      throw new Problem('chip_rows_invalid', {
        detail: 'There is no chip in the file.',
        extras: { rows: [] },
      })
    const of = { fileName: file.fileName, sheetName: sheet.name, rowCount: read.rowCount }
    const entry = { id: uuidV7(), productId, fileHash, ...of }
    const importedAt = dryRun
      ? await database.read(grant, (tx) => assertNew(tx, tx.storeActor(), read, sheet)).then(() => null)
      : await database.write(grant, (tx) => stock(tx, entry, { read, sheet, units }))
    return {
      id: dryRun ? null : entry.id,
      storeId,
      productId,
      ...of,
      hiddenSheets: [...sheet.hiddenSheets],
      importedAt,
      isDryRun: dryRun,
    }
  }

  const sealed = ({ pin, puk, ...row }: ChipRow): object => {
    const id = uuidV7()
    const seal = (name: string, code: string | null) =>
      code === null ? null : sealer.seal(Buffer.from(code), `chip ${name}:${id}`).toString('base64')
    return { id, ...row, pinSealed: seal('pin', pin), pukSealed: seal('puk', puk) }
  }

  /** SOLD to ACTIVATED, once. @throws Problem `not_found` · `forbidden` · `merchant_suspended` · `invalid_transition` */
  const activate = (grant: Grant<'store:supervisor'>, id: string): Promise<ActivatedChip> =>
    database.write(grant, async (tx) => {
      const found = await queries.chip(tx, scopeOf(tx), id)
      tx.storeActorIn(found.storeId)
      await queries.activate(tx, found)
      const { merchantId: _, ...activated } = await queries.chip(tx, scopeOf(tx), id)
      return activated
    })

  return { importFile, activate }
}

interface ReadFile {
  readonly read: ChipFile
  readonly sheet: { readonly name: string; readonly hiddenSheets: readonly string[] }
  readonly units: readonly object[]
}

/** Whether these bytes are worth reading: the product is a chip of the store, and the file is a new one. */
async function assertWanted(
  tx: Tx<'store:supervisor'>,
  actor: StoreActor,
  productId: string,
  fileHash: Buffer,
): Promise<void> {
  if (!(await queries.isChip(tx, actor, productId))) throw new Problem('chip_product_required')
  const earlier = await queries.importOf(tx, actor, fileHash)
  if (earlier !== undefined) throw new Problem('file_already_imported', { extras: { ...earlier } })
}

async function stock(tx: Tx<'store:supervisor'>, entry: queries.NewImport, file: ReadFile): Promise<Date> {
  const actor = tx.storeActor()
  const { read, sheet, units } = file
  const importedAt = await queries.openImport(tx, actor, entry)
  await assertNew(tx, actor, read, sheet)
  for (let from = 0; from < units.length; from += rowsAtOnce) {
    const some = units.slice(from, from + rowsAtOnce)
    const added = await queries.addChips(tx, actor, entry.id, some)
    // Somebody else's import has committed since we looked: by now it can be seen.
    if (added !== some.length) await assertNew(tx, actor, read, sheet, entry.id)
  }
  return importedAt
}

/** @throws Problem `chip_rows_invalid` when an ICCID of the file is known already */
async function assertNew(
  tx: Tx<'store:supervisor'>,
  actor: StoreActor,
  read: ChipFile,
  sheet: ReadFile['sheet'],
  exceptImport?: string,
): Promise<void> {
  const known = await queries.knownIccids(tx, actor, [...read.rowOf.keys()], exceptImport)
  const codes: Record<queries.KnownIccid['place'], RowFaultCode> = {
    store: 'iccid_in_store',
    merchant: 'iccid_in_other_store',
    elsewhere: 'iccid_taken',
  }
  const faults = known.map(({ iccid, place }) => ({
    ...at({ number: read.rowOf.get(iccid) ?? 0 }, read.header, 'iccid'),
    code: codes[place],
  }))
  refuse(
    faults.sort((a, b) => a.row - b.row),
    sheet,
  )
}

function refuse(faults: readonly RowFault[], sheet: ReadFile['sheet']): void {
  if (faults.length === 0) return
  throw new Problem('chip_rows_invalid', {
    detail: 'Nothing was imported. Correct these cells and send the file again.',
    extras: { sheetName: sheet.name, hiddenSheets: sheet.hiddenSheets, rows: faults },
  })
}
