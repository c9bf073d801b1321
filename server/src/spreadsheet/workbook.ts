/** What imports ask of whatever reads spreadsheets. */

/** One cell as the file has it. A formula's remembered result is not looked at. */
export interface Cell {
  readonly kind: 'text' | 'number' | 'boolean' | 'error' | 'formula'
  /** Raw text, cut at 1,001 characters; of a number what the file says, which is no longer what was typed. */
  readonly text: string
}

/** A row that holds something. */
export interface SheetRow {
  /** As the spreadsheet counts: the first is 1. */
  readonly number: number
  /** By column; the first is 0. Empty cells are not there. */
  readonly cells: ReadonlyMap<number, Cell>
}

/** Merged cells; rows from 1, columns from 0, both ends included. */
export interface CellRange {
  readonly firstRow: number
  readonly lastRow: number
  readonly firstColumn: number
  readonly lastColumn: number
}

/** The first visible sheet of a workbook. */
export interface Sheet {
  readonly name: string
  /** Names of the hidden sheets, none of which is read. */
  readonly hiddenSheets: readonly string[]
  /** Dates are days since 1904 and not 1900. */
  readonly counts1904: boolean
  /** Reads the sheet once, from top to bottom, a few rows at a time. @throws Problem as `OpenWorkbook` */
  rows(): AsyncIterable<readonly SheetRow[]>
  /** Known when the rows have ended. */
  merges(): readonly CellRange[]
}

/**
 * @throws Problem `workbook_unsupported` · `workbook_has_macros` · `workbook_damaged` · `workbook_unsafe` ·
 *   `workbook_too_large` · `workbook_without_sheet`
 */
export type OpenWorkbook = (file: Buffer) => Promise<Sheet>
