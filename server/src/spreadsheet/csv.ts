import { stringify } from 'csv-stringify/sync'

/** Values of a table; amounts are text with their decimals, so that none is rounded. */
export type TableCell = string | number | null

/** A table as CSV (RFC 4180); nothing in it can run as a formula. */
export function csvText(rows: readonly (readonly TableCell[])[]): string {
  const texts = rows.map((row) => row.map(text))
  return stringify(texts, { record_delimiter: 'windows', quoted_match: /[\r\n]/ })
}

/**
 * Text that a spreadsheet would take for a formula is marked as text. Plain numbers are not, not even negative ones, which
 * the library's own way (`escape_formulas`) would mark.
 */
function text(cell: TableCell): string {
  const value = cell === null ? '' : String(cell)
  const isFormula = /^[=+\-@\t\r]/.test(value) && !/^-?\d+(\.\d+)?$/.test(value)
  return isFormula ? `'${value}` : value
}
