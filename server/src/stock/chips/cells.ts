import { type Read as AnyRead, written } from '../../spreadsheet/cells.ts'
import type { Cell } from '../../spreadsheet/workbook.ts'
import { iccidFault, tidyIccid } from './iccid.ts'
import type { RowFaultCode } from './schema.ts'

type Read<T> = AnyRead<T, RowFaultCode>

/**
 * A number cell has already lost all digits beyond the fifteenth, even if it was pasted back as text in
 * scientific notation.
 */
export function readIccid(cell: Cell | undefined): Read<string> {
  const read = written(cell, (text, isNumber): Read<string> => {
    if (isNumber || /^\d(?:\.\d+)?e\+?\d+$/i.test(text)) return { fault: 'iccid_numeric_cell' }
    const iccid = tidyIccid(text)
    const fault = iccidFault(iccid)
    return fault === undefined ? { value: iccid } : { fault }
  })
  return 'value' in read && read.value === null ? { fault: 'iccid_missing' } : read
}

/** Digits only; a number cell is accepted for up to fifteen digits, which it holds exactly. */
export function readDigits(cell: Cell | undefined, pattern: RegExp, fault: RowFaultCode): Read<string> {
  return written(cell, (text, isNumber) => {
    const digits = isNumber ? wholeNumber(text) : text.replaceAll(/[\s()-]/g, '').replace(/^\+/, '')
    return pattern.test(digits) ? { value: digits } : { fault }
  })
}

/**
 * A code that may begin with zeros, which a number cell drops: from one only a code of full length is
 * accepted.
 */
export function readCode(
  cell: Cell | undefined,
  pattern: RegExp,
  numericLength: number,
  fault: RowFaultCode,
): Read<string> {
  return written(cell, (text, isNumber): Read<string> => {
    if (!isNumber) return pattern.test(text) ? { value: text } : { fault }
    const digits = wholeNumber(text)
    return digits.length === numericLength ? { value: digits } : { fault: 'numeric_cell' }
  })
}

/**
 * A date: a date cell (days since the start of its calendar), `2027-05-31`, or `31/05/2027`. @returns
 * `2027-05-31`
 */
export function readDay(cell: Cell | undefined, counts1904: boolean): Read<string> {
  return written(cell, (text, isNumber) => {
    const day = isNumber ? dayOfSerial(Number(text), counts1904) : dayOfText(text)
    return day === undefined ? { fault: 'date_not_accepted' } : { value: day }
  })
}

const dayMs = 86_400_000
/** Day 0 of a workbook. For 1900 it is 1899-12-30: spreadsheets count a 1900-02-29 that did not exist. */
const dayZero = { 1900: Date.UTC(1899, 11, 30), 1904: Date.UTC(1904, 0, 1) }

function dayOfSerial(days: number, counts1904: boolean): string | undefined {
  // From 1982 to 2119: anything else is an ordinary number.
  if (!(days >= 30_000 && days < 80_000)) return undefined
  const zero = counts1904 ? dayZero[1904] : dayZero[1900]
  return new Date(zero + Math.floor(days) * dayMs).toISOString().slice(0, 10)
}

function dayOfText(text: string): string | undefined {
  const [, isoYear, isoMonth, isoDay] = /^(\d{4})-(\d{2})-(\d{2})(?:T[\d:.]+Z?)?$/.exec(text) ?? []
  const [, day, month, year] = /^(\d{1,2})[/-](\d{1,2})[/-](\d{4})$/.exec(text) ?? []
  const date = new Date(
    Date.UTC(Number(isoYear ?? year), Number(isoMonth ?? month) - 1, Number(isoDay ?? day)),
  )
  const isReal =
    date.getUTCMonth() + 1 === Number(isoMonth ?? month) && date.getUTCDate() === Number(isoDay ?? day)
  return isReal && date.getUTCFullYear() >= 1982 ? date.toISOString().slice(0, 10) : undefined
}

/** A file may store 5512345678 as `5.512345678E9`. */
function wholeNumber(text: string): string {
  const number = Number(text)
  return Number.isSafeInteger(number) && number >= 0 && number < 1e15 ? String(number) : text
}
