import { v7 as uuidV7 } from 'uuid'
import type { StoreActor } from '../../authorization/principal.ts'
import { Problem } from '../../problem/problem.ts'
import type { Sheet } from '../../spreadsheet/workbook.ts'
import { at, type ChipFile, type ChipRow, mostFaults, readChips } from './file.ts'
import * as queries from './queries.ts'
import type { RowFaultCode } from './schema.ts'

/** Port: seals what only its own row may open again. */
export interface Sealer {
  seal(plain: Uint8Array, context: string): Buffer
  open(sealed: Uint8Array, context: string): Buffer
}

type Place = Pick<StoreActor, 'merchantId' | 'storeId'>

/** A file without faults in itself, its codes sealed; still to check is whether its ICCIDs are new. */
export interface ReadFile {
  readonly read: ChipFile
  readonly sheet: Pick<Sheet, 'name' | 'hiddenSheets'>
  readonly units: readonly object[]
  /** The first different ones that its rows name. */
  readonly carriers: readonly string[]
}

/** A supplier's file is of one carrier, or of a few. */
const mostCarriers = 5

/** Rows sent to the database per statement. */
export const rowsAtOnce = 2_500

/**
 * @param counted is called and awaited from time to time with the number of rows read
 * @throws Problem `chip_rows_invalid` (the first faults in `rows`) · `chip_header_missing` · `workbook_…`
 */
export async function readUnits(
  sheet: Sheet,
  sealer: Pick<Sealer, 'seal'>,
  counted?: (rowCount: number) => Promise<void>,
): Promise<ReadFile> {
  const units: object[] = []
  const carriers = new Set<string>()
  const keep = (row: ChipRow) => {
    units.push(sealed(row, sealer))
    if (row.carrier !== null && carriers.size < mostCarriers) carriers.add(row.carrier)
  }
  const read = await readChips(sheet, keep, counted)
  refuse(read, sheet)
  if (read.rowCount === 0)
    throw new Problem('chip_rows_invalid', {
      detail: 'The file contains no chips.',
      extras: { rows: [], faultCount: 0 },
    })
  return { read, sheet, units, carriers: [...carriers] }
}

function sealed({ pin, puk, ...row }: ChipRow, sealer: Pick<Sealer, 'seal'>): object {
  const id = uuidV7()
  const seal = (name: string, code: string | null) =>
    code === null ? null : sealer.seal(Buffer.from(code), `chip ${name}:${id}`).toString('base64')
  return { id, ...row, pinSealed: seal('pin', pin), pukSealed: seal('puk', puk) }
}

/**
 * Adds a whole file to the stock, in the given transaction.
 *
 * @param added is called and awaited with the number of rows added so far
 * @throws Problem `chip_rows_invalid` · `chip_product_required` · `file_already_imported`
 */
export async function stock(
  tx: queries.StockTx,
  place: Place,
  entry: queries.NewImport,
  file: ReadFile,
  added?: (rowCount: number) => Promise<void>,
): Promise<Date> {
  const { units } = file
  const importedAt = await queries.openImport(tx, place, entry)
  await assertNew(tx, place, file)
  for (let from = 0; from < units.length; from += rowsAtOnce) {
    const rows = units.slice(from, from + rowsAtOnce)
    // Fewer than sent: another import has added one of them a moment ago.
    if ((await queries.addChips(tx, place, entry.id, rows)) < rows.length) {
      await assertNew(tx, place, file, entry.id)
      throw new Error('an ICCID was refused but does not exist')
    }
    await added?.(from + rows.length)
  }
  return importedAt
}

/** @throws Problem `chip_rows_invalid` when an ICCID of the file exists already */
export async function assertNew(
  tx: queries.StockTx,
  place: Place,
  { read, sheet }: ReadFile,
  exceptImport?: string,
): Promise<void> {
  const known = await queries.knownIccids(tx, place, [...read.rowOf.keys()], exceptImport)
  const codes: Record<queries.KnownIccid['place'], RowFaultCode> = {
    store: 'iccid_in_store',
    merchant: 'iccid_in_other_store',
  }
  const faults = known.map(({ iccid, place: where }) => ({
    ...at({ number: read.rowOf.get(iccid) ?? 0 }, read.header, 'iccid'),
    code: codes[where],
  }))
  const first = faults.sort((a, b) => a.row - b.row).slice(0, mostFaults)
  refuse({ faults: first, faultCount: faults.length }, sheet)
}

function refuse(
  { faults, faultCount }: Pick<ChipFile, 'faults' | 'faultCount'>,
  sheet: ReadFile['sheet'],
): void {
  if (faultCount === 0) return
  throw new Problem('chip_rows_invalid', {
    detail: 'Nothing was imported. Correct these cells and send the file again.',
    extras: { sheetName: sheet.name, hiddenSheets: sheet.hiddenSheets, rows: faults, faultCount },
  })
}
