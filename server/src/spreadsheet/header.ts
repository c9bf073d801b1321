import type { CellRange, SheetRow } from './workbook.ts'

/** The accepted headers of each field's column: folded, in Spanish and English. */
export type Aliases<F extends string> = Readonly<Record<F, readonly string[]>>

/** The column of each field; unknown columns are ignored. */
export interface Header<F extends string> {
  readonly row: number
  readonly columns: ReadonlyMap<F, number>
  /** A header that occurs twice is ambiguous. */
  readonly repeated: readonly { readonly field: F; readonly column: number }[]
}

/** The address of a cell, as people find it. */
export interface CellPlace<F extends string> {
  /** As spreadsheets count: the first row is 1. */
  readonly row: number
  /** As spreadsheets name it: `A`. */
  readonly column: string
  readonly field: F
}

/**
 * Finds the header of a sheet.
 *
 * @param needed a row that has these fields is the header
 * @returns a function that reads a row as the header; undefined when it is not one
 */
export function headerFinder<F extends string>(
  aliases: Aliases<F>,
  needed: readonly F[],
): (row: SheetRow) => Header<F> | undefined {
  const fields = Object.keys(aliases) as F[]
  const fieldOf = new Map(fields.flatMap((field) => aliases[field].map((name) => [name, field] as const)))
  return (row) => {
    const columns = new Map<F, number>()
    const repeated: { field: F; column: number }[] = []
    for (const [column, { kind, text }] of row.cells) {
      const field = kind === 'text' ? fieldOf.get(fold(text)) : undefined
      if (field === undefined) continue
      if (columns.has(field)) repeated.push({ field, column })
      else columns.set(field, column)
    }
    return needed.every((field) => columns.has(field)) ? { row: row.number, columns, repeated } : undefined
  }
}

/** The address of a field in a row. */
export function placeOf<F extends string>(
  row: { readonly number: number },
  header: Header<F>,
  field: F,
): CellPlace<F> {
  return { row: row.number, column: columnName(header.columns.get(field) ?? 0), field }
}

/** Merged cells hide values: the addresses where they cover a field below the header. */
export function mergedPlaces<F extends string>(
  merges: readonly CellRange[],
  header: Header<F>,
): CellPlace<F>[] {
  return merges.flatMap(({ firstRow, lastRow, firstColumn, lastColumn }) => {
    const touched = [...header.columns].find(([, column]) => column >= firstColumn && column <= lastColumn)
    if (touched === undefined || lastRow <= header.row) return []
    const [field, column] = touched
    return [{ row: Math.max(firstRow, header.row + 1), column: columnName(column), field }]
  })
}

/** `2` is C, as spreadsheets name columns. */
export function columnName(column: number): string {
  const letter = String.fromCharCode(65 + (column % 26))
  return column < 26 ? letter : columnName(Math.floor(column / 26) - 1) + letter
}

/** A header or a word like `pza.`, of letters and digits only: `Compañía *` becomes `compania`. Names keep their signs. */
export function fold(text: string): string {
  return text
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '')
}
