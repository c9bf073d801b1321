/** Values of a table; amounts are text with their decimals, so that none is rounded. */
export type TableCell = string | number | null

/** A table as CSV (RFC 4180); no cell can run as a formula. */
export function csvText(rows: readonly (readonly TableCell[])[]): string {
  return rows
    .map((row) => row.map(field).join(','))
    .join('\r\n')
    .concat('\r\n')
}

/** Text that a spreadsheet would read as a formula is marked as text; plain numbers are not. */
function field(cell: TableCell): string {
  const value = cell === null ? '' : String(cell)
  const isFormula = /^[=+\-@\t\r]/.test(value) && !/^-?\d+(\.\d+)?$/.test(value)
  const safe = isFormula ? `'${value}` : value
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
