import type { Cell } from './workbook.ts'

/** Faults that any cell can have, whatever it should contain. */
export type CellFault = 'amount_not_accepted' | 'formula_cell' | 'text_not_accepted' | 'unreadable_cell'

/** The result of reading a cell: a value, nothing, or the code of its fault. */
export type Read<T, F extends string = CellFault> =
  | { readonly value: T | null }
  | { readonly fault: F | CellFault }

/** Only text and number cells may contain a value; a formula is never evaluated. */
export function written<T, F extends string = CellFault>(
  cell: Cell | undefined,
  read: (text: string, isNumber: boolean) => Read<T, F>,
): Read<T, F> {
  if (cell === undefined) return { value: null }
  if (cell.kind === 'formula') return { fault: 'formula_cell' }
  if (cell.kind === 'error' || cell.kind === 'boolean') return { fault: 'unreadable_cell' }
  const text = cell.text.trim().replace(/^['’]/u, '')
  return text === '' ? { value: null } : read(text, cell.kind === 'number')
}

/** One line of at most `maxLength` characters. */
export function readLine(cell: Cell | undefined, maxLength: number): Read<string> {
  return written(cell, (text) =>
    text.length > maxLength || /\p{Cc}/u.test(text) ? { fault: 'text_not_accepted' } : { value: text },
  )
}

const mostCentavos = 100_000_000_00

/** Pesos, with centavos after a point: `1,234.50`, `$99`. @returns whole centavos */
export function readPesos(cell: Cell | undefined): Read<number> {
  return written(cell, (text, isNumber): Read<number> => {
    const isAmount = isNumber || /^\$? ?(?:\d{1,9}|\d{1,3}(?:,\d{3}){1,2})(?:\.\d{1,2})?$/.test(text)
    const centavos = Number(text.replaceAll(/[$, ]/g, '')) * 100
    const whole = Math.round(centavos)
    // Some programs store 49.90 as 49.899999999999999; 49.905 is not a price.
    const isWhole = Math.abs(centavos - whole) < 1e-4
    return isAmount && isWhole && whole >= 0 && whole <= mostCentavos
      ? { value: whole }
      : { fault: 'amount_not_accepted' }
  })
}
