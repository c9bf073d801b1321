import type { CellRange, SheetRow } from './workbook.ts'

/** The names that each field's column goes by: folded, in Spanish and English. */
export type Aliases<F extends string> = Readonly<Record<F, readonly string[]>>

/** Which column holds what; the columns that nobody asked for are not in it. */
export interface Header<F extends string> {
  readonly row: number
  readonly columns: ReadonlyMap<F, number>
  /** Named twice: nobody knows which one is meant. */
  readonly repeated: readonly { readonly field: F; readonly column: number }[]
}

/** A column of a row, as people find it. */
export interface CellPlace<F extends string> {
  /** As the spreadsheet counts: the first is 1. */
  readonly row: number
  /** As the spreadsheet names it: `A`. */
  readonly column: string
  readonly field: F
}

/**
 * Finds the header of a sheet.
 *
 * @param needed a row is the header when it names these
 * @returns a function that answers the header that a row is, if it is one
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

/** Where a field of a row is. */
export function placeOf<F extends string>(
  row: { readonly number: number },
  header: Header<F>,
  field: F,
): CellPlace<F> {
  return { row: row.number, column: columnName(header.columns.get(field) ?? 0), field }
}

/** What merged cells hide is not known: where each of them touches a field below the header. */
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

/** `2` is C, as the spreadsheet names its columns. */
export function columnName(column: number): string {
  const letter = String.fromCharCode(65 + (column % 26))
  return column < 26 ? letter : columnName(Math.floor(column / 26) - 1) + letter
}

/** Without accents, case, and anything but letters and digits: `Compañía *` is `compania`. */
export function fold(text: string): string {
  return text
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '')
}
