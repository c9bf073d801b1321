import { Problem } from '../../problem/problem.ts'
import { type Read, readLine, readPesos } from '../../spreadsheet/cells.ts'
import { columnName, mergedPlaces, placeOf } from '../../spreadsheet/header.ts'
import type { Sheet, SheetRow } from '../../spreadsheet/workbook.ts'
import { readCode, readDay, readDigits, readIccid } from './cells.ts'
import { type ChipField, type ChipHeader, headerOf } from './columns.ts'
import type { RowFault, RowFaultCode } from './schema.ts'

/** One card as the file describes it. */
export interface ChipRow {
  readonly row: number
  readonly iccid: string
  readonly msisdn: string | null
  readonly imsi: string | null
  readonly carrier: string | null
  readonly batch: string | null
  readonly costCentavos: number | null
  readonly priceCentavos: number | null
  readonly expiresOn: string | null
  readonly pin: string | null
  readonly puk: string | null
}

const mostRows = 50_000
const headerRows = 10
/** A row that is wrong throughout is reported on its first cells. */
const faultsPerRow = 4
/** More faults than anybody reads; the others are only counted. */
export const mostFaults = 1_000

/**
 * Reads every row of a sheet of chips, and reports its first faults.
 *
 * @param keep receives each row without faults, in order
 * @param counted is called and awaited from time to time with the number of rows read
 * @returns the rows of the file's ICCIDs, and its faults: none when it could be imported
 * @throws Problem `chip_header_missing` · `workbook_too_large` · those of the spreadsheet reader
 */
export async function readChips(
  sheet: Sheet,
  keep: (row: ChipRow) => void,
  counted?: (rowCount: number) => Promise<void>,
): Promise<ChipFile> {
  const faults: RowFault[] = []
  let faultCount = 0
  const report = (found: readonly RowFault[]) => {
    faultCount += found.length
    if (faults.length < mostFaults) faults.push(...found)
  }
  const rowOf = new Map<string, number>()
  let header: ChipHeader | undefined
  let rowCount = 0
  for await (const rows of sheet.rows()) {
    for (const row of rows) {
      if (header === undefined) {
        if (row.number > headerRows) throw noHeader(sheet)
        header = headerOf(row)
        continue
      }
      if (isBlank(row, header)) continue
      if (++rowCount > mostRows)
        throw new Problem('workbook_too_large', { detail: 'A file may have up to 50,000 chips.' })
      const read = chipOf(row, header, sheet.counts1904)
      report(read.faults)
      const earlier = read.chip && rowOf.get(read.chip.iccid)
      if (earlier !== undefined)
        report([{ ...at(row, header, 'iccid'), code: 'iccid_repeated_in_file', firstRow: earlier }])
      else if (read.chip !== undefined) {
        rowOf.set(read.chip.iccid, row.number)
        keep(read.chip)
      }
    }
    await counted?.(rowCount)
  }
  if (header === undefined) throw noHeader(sheet)
  const inHeader = header.repeated.map(
    ({ field, column }): RowFault => ({
      row: header.row,
      column: columnName(column),
      field,
      code: 'column_repeated',
    }),
  )
  const merged = mergedPlaces(sheet.merges(), header).map(
    (place): RowFault => ({ ...place, code: 'merged_cell' }),
  )
  return {
    rowCount,
    rowOf,
    header,
    faults: [...inHeader, ...faults, ...merged].sort((a, b) => a.row - b.row).slice(0, mostFaults),
    faultCount: inHeader.length + faultCount + merged.length,
  }
}

/** Whether a sheet has more rows than this; stops reading once it knows. @throws Problem as `OpenWorkbook` */
export async function isLongerThan(rowCount: number, sheet: Sheet): Promise<boolean> {
  let seen = 0
  for await (const rows of sheet.rows()) {
    seen += rows.length
    if (seen > rowCount) return true
  }
  return false
}

export interface ChipFile {
  readonly rowCount: number
  /** The row of each ICCID. */
  readonly rowOf: ReadonlyMap<string, number>
  readonly header: ChipHeader
  /** The first of them. */
  readonly faults: readonly RowFault[]
  readonly faultCount: number
}

/** The address of a field in a row. */
export const at = (row: { readonly number: number }, header: ChipHeader, field: ChipField) =>
  placeOf(row, header, field)

function chipOf(row: SheetRow, header: ChipHeader, counts1904: boolean) {
  const faults: RowFault[] = []
  const cell = (field: ChipField) => {
    const column = header.columns.get(field)
    return column === undefined ? undefined : row.cells.get(column)
  }
  const take = <T>(field: ChipField, read: Read<T, RowFaultCode>): T | null => {
    if ('value' in read) return read.value
    if (faults.length < faultsPerRow) faults.push({ ...at(row, header, field), code: read.fault })
    return null
  }
  const iccid = take('iccid', readIccid(cell('iccid')))
  const chip = {
    row: row.number,
    msisdn: take('msisdn', readDigits(cell('msisdn'), /^\d{10,15}$/, 'msisdn_not_accepted')),
    imsi: take('imsi', readDigits(cell('imsi'), /^\d{14,15}$/, 'imsi_not_accepted')),
    carrier: take('carrier', readLine(cell('carrier'), 60)),
    batch: take('batch', readLine(cell('batch'), 60)),
    costCentavos: take('cost', readPesos(cell('cost'))),
    priceCentavos: take('price', readPesos(cell('price'))),
    pin: take('pin', readCode(cell('pin'), /^\d{4,8}$/, 4, 'pin_not_accepted')),
    puk: take('puk', readCode(cell('puk'), /^\d{8}$/, 8, 'puk_not_accepted')),
    expiresOn: take('expiry', readDay(cell('expiry'), counts1904)),
  }
  // A row with other faults still takes part in the search for repeated ICCIDs.
  return { chip: iccid === null ? undefined : { ...chip, iccid }, faults }
}

function isBlank(row: SheetRow, header: ChipHeader): boolean {
  return [...header.columns.values()].every((column) => !row.cells.has(column))
}

function noHeader({ name }: Sheet): Problem {
  return new Problem('chip_header_missing', {
    detail: `One of the first ten rows of the sheet «${name}» must have a column ICCID.`,
    extras: { sheetName: name },
  })
}
