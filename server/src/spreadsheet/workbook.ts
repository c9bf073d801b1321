/** What imports require of a spreadsheet reader. */

/** One cell as stored in the file. A formula's cached result is ignored. */
export interface Cell {
  readonly kind: 'text' | 'number' | 'boolean' | 'error' | 'formula'
  /**
   * Raw text, cut at 2,001 characters; for a number as the file stores it, which may differ from what was
   * typed.
   */
  readonly text: string
}

/** A non-empty row. */
export interface SheetRow {
  /** As spreadsheets count: the first row is 1. */
  readonly number: number
  /** By column; the first is 0. Empty cells are absent. */
  readonly cells: ReadonlyMap<number, Cell>
}

/** Merged cells; rows from 1, columns from 0, both ends inclusive. */
export interface CellRange {
  readonly firstRow: number
  readonly lastRow: number
  readonly firstColumn: number
  readonly lastColumn: number
}

/** The first visible sheet of a workbook. */
export interface Sheet {
  readonly name: string
  /** Names of the hidden sheets, which are not read. */
  readonly hiddenSheets: readonly string[]
  /** Dates count days from 1904 instead of 1900. */
  readonly counts1904: boolean
  /** Reads the sheet once, from top to bottom, in batches of rows. @throws Problem as `OpenWorkbook` */
  rows(): AsyncIterable<readonly SheetRow[]>
  /** Complete only after the last row. */
  merges(): readonly CellRange[]
}

/**
 * @throws Problem `workbook_unsupported` · `workbook_has_macros` · `workbook_damaged` · `workbook_unsafe` ·
 *   `workbook_too_large` · `workbook_without_sheet`
 */
export type OpenWorkbook = (file: Buffer) => Promise<Sheet>
