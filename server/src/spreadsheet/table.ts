import { Problem } from '../problem/problem.ts'
import { csvText, type TableCell } from './csv.ts'
import { xlsxFile } from './xlsx.ts'

/** The files that a table goes out as. */
export const tableFormats = ['csv', 'xlsx'] as const
export type TableFormat = (typeof tableFormats)[number]

/** As many rows as a spreadsheet is good for. */
export const mostExported = 50_000

/**
 * All of the rows, of which at most one more than `mostExported` were asked for.
 *
 * @throws Problem `export_too_large`
 */
export function exportable<R>(rows: readonly R[]): readonly R[] {
  if (rows.length <= mostExported) return rows
  throw new Problem('export_too_large', {
    detail: `A file takes ${mostExported} rows. Ask for fewer days, or narrow it otherwise.`,
    extras: { mostRows: mostExported },
  })
}

/** A column of a table: what its head says, and what of a row stands under it. */
export interface Column<R> {
  readonly title: string
  readonly cell: (row: R) => TableCell
}

export const column = <R>(title: string, cell: (row: R) => TableCell): Column<R> => ({ title, cell })

/** A file that somebody takes along. */
export interface TableFile {
  /** With its ending; ASCII, since it stands in a header. */
  readonly fileName: string
  readonly format: TableFormat
  readonly bytes: Buffer
}

/** What a file is named by: the sheet within it, and the file without its ending. */
export interface TableName {
  readonly sheet: string
  readonly file: string
}

/** Head and rows. */
export function tableOf<R>(columns: readonly Column<R>[], rows: readonly R[]): TableCell[][] {
  return [columns.map(({ title }) => title), ...rows.map((row) => columns.map(({ cell }) => cell(row)))]
}

/** A table as a file; nothing in it can run as a formula. */
export async function tableFile(
  format: TableFormat,
  name: TableName,
  table: readonly (readonly TableCell[])[],
): Promise<TableFile> {
  // The mark by which Excel knows UTF-8.
  const bytes = format === 'csv' ? Buffer.from(`\uFEFF${csvText(table)}`) : await xlsxFile(name.sheet, table)
  return { fileName: `${name.file}.${format}`, format, bytes }
}

/** Pesos with their centavos, as a number to reckon with: two decimals, far below where a number cell loses any. */
export function pesos(amountCentavos: bigint | number): number
export function pesos(amountCentavos: bigint | number | null): number | null
export function pesos(amountCentavos: bigint | number | null): number | null {
  return amountCentavos === null ? null : Number(amountCentavos) / 100
}
