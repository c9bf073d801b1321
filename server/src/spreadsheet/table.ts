import { Problem } from '../problem/problem.ts'
import { csvText, type TableCell } from './csv.ts'
import { xlsxFile } from './xlsx.ts'

/** The file formats of an export. */
export const tableFormats = ['csv', 'xlsx'] as const
export type TableFormat = (typeof tableFormats)[number]

/** More rows than this are impractical in a spreadsheet. */
export const mostExported = 50_000

/**
 * Returns the rows, of which at most `mostExported` + 1 were selected.
 *
 * @throws Problem `export_too_large`
 */
export function exportable<R>(rows: readonly R[]): readonly R[] {
  if (rows.length <= mostExported) return rows
  throw new Problem('export_too_large', {
    detail: `A file has at most ${mostExported} rows. Request fewer days, or add a filter.`,
    extras: { mostRows: mostExported },
  })
}

/** A column of a table: its header, and its value for a row. */
export interface Column<R> {
  readonly title: string
  readonly cell: (row: R) => TableCell
}

export const column = <R>(title: string, cell: (row: R) => TableCell): Column<R> => ({ title, cell })

/** A file to download. */
export interface TableFile {
  /** With its extension; ASCII, because it is sent in a header. */
  readonly fileName: string
  readonly format: TableFormat
  readonly bytes: Buffer
}

/** The name of the sheet and, without its extension, of the file. */
export interface TableName {
  readonly sheet: string
  readonly file: string
}

/** Header and rows. */
export function tableOf<R>(columns: readonly Column<R>[], rows: readonly R[]): TableCell[][] {
  return [columns.map(({ title }) => title), ...rows.map((row) => columns.map(({ cell }) => cell(row)))]
}

/** A table as a file; no cell can run as a formula. */
export async function tableFile(
  format: TableFormat,
  name: TableName,
  table: readonly (readonly TableCell[])[],
): Promise<TableFile> {
  // The byte order mark by which Excel recognizes UTF-8.
  const bytes = format === 'csv' ? Buffer.from(`\uFEFF${csvText(table)}`) : await xlsxFile(name.sheet, table)
  return { fileName: `${name.file}.${format}`, format, bytes }
}

/**
 * Pesos as a number that can be calculated with: two decimals, far below where a number cell loses precision.
 */
export function pesos(amountCentavos: bigint | number): number
export function pesos(amountCentavos: bigint | number | null): number | null
export function pesos(amountCentavos: bigint | number | null): number | null {
  return amountCentavos === null ? null : Number(amountCentavos) / 100
}
