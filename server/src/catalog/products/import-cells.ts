import { type Read as AnyRead, written } from '../../spreadsheet/cells.ts'
import { fold } from '../../spreadsheet/header.ts'
import type { Cell } from '../../spreadsheet/workbook.ts'
import { hasRightCheckDigit } from './barcode.ts'
import type { ProductFaultCode, units } from './schema.ts'

type Read<T> = AnyRead<T, ProductFaultCode>
export type Unit = (typeof units)[number]

/**
 * A number cell has lost the leading zeros that a code may have: only a code of full length is accepted from
 * one.
 */
export function readBarcode(cell: Cell | undefined): Read<string> {
  return written(cell, (text, isNumber): Read<string> => {
    if (/^\d(?:\.\d+)?e\+?\d+$/i.test(text)) return { fault: 'barcode_numeric_cell' }
    if (isNumber && !/^(?:\d{8}|\d{12,13})$/.test(text)) return { fault: 'barcode_numeric_cell' }
    if (!/^[0-9A-Za-z._-]{3,48}$/.test(text)) return { fault: 'barcode_not_accepted' }
    return hasRightCheckDigit(text) ? { value: text } : { fault: 'barcode_check_digit' }
  })
}

const unitNames: Readonly<Record<Unit, readonly string[]>> = {
  PIECE: ['piece', 'pieza', 'piezas', 'pza', 'pzas', 'pz', 'h87', 'unidad'],
  KILOGRAM: ['kilogram', 'kilogramo', 'kilogramos', 'kilo', 'kg', 'kgs', 'kgm'],
  LITER: ['liter', 'litro', 'litros', 'lt', 'l', 'ltr'],
  METER: ['meter', 'metro', 'metros', 'm', 'mt', 'mts', 'mtr'],
}

export function readUnit(cell: Cell | undefined): Read<Unit> {
  return written(cell, (text): Read<Unit> => {
    const unit = (Object.keys(unitNames) as Unit[]).find((each) => unitNames[each].includes(fold(text)))
    return unit === undefined ? { fault: 'unit_unknown' } : { value: unit }
  })
}

/** A quantity with up to three decimals after a point: `1,500`, `0.25`. A comma only separates thousands. */
export function readStock(cell: Cell | undefined): Read<number> {
  return written(cell, (text, isNumber): Read<number> => {
    const value = Number(text.replaceAll(',', ''))
    const isQuantity = isNumber || /^(?:\d{1,6}|\d{1,3},\d{3})(?:\.\d{1,3})?$/.test(text)
    const rounded = Math.round(value * 1_000) / 1_000
    return isQuantity && value >= 0 && value <= 999_999.999 && Math.abs(rounded - value) < 1e-9
      ? { value: rounded }
      : { fault: 'stock_not_accepted' }
  })
}

export interface KnownRate {
  readonly id: string
  readonly name: string
  readonly rateBps: number
  readonly isExempt: boolean
  readonly isDefault: boolean
}

/**
 * A tax rate of the store by name or by number: `16`, `16 %`, `0.16` (how a percentage is stored), `exento`.
 */
export function readTax(cell: Cell | undefined, rates: readonly KnownRate[]): Read<string> {
  return written(cell, (text, isNumber): Read<string> => {
    const named = rates.find(({ name }) => nameKey(name) === nameKey(text))
    const found = named ?? rateOf(text, isNumber, rates)
    return found === undefined ? { fault: 'tax_unknown' } : { value: found.id }
  })
}

function rateOf(text: string, isNumber: boolean, rates: readonly KnownRate[]): KnownRate | undefined {
  if (['exento', 'exempt', 'exentodeiva'].includes(fold(text))) return rates.find(({ isExempt }) => isExempt)
  const [, digits] = /^(?:iva)?\s*(\d{1,2}(?:\.\d{1,4})?)\s*%?$/i.exec(text) ?? []
  if (digits === undefined) return undefined
  const percent = isNumber && Number(digits) > 0 && Number(digits) < 1 ? Number(digits) * 100 : Number(digits)
  const alike = rates.filter(({ isExempt, rateBps }) => !isExempt && rateBps === Math.round(percent * 100))
  return alike.find(({ isDefault }) => isDefault) ?? alike[0]
}

/**
 * A name as the database compares names, in `app.fold`: without accents and lower case. Points and signs stay, so
 * `1.5 L` is not `15 L`.
 */
export function nameKey(name: string): string {
  return name
    .normalize('NFD')
    .replaceAll(/[\u0300-\u0304\u0306-\u0308\u030A-\u030C\u0327\u0328]/g, '')
    .toLowerCase()
}

/** Text that may span several lines. */
export function readText(cell: Cell | undefined, maxLength: number): Read<string> {
  return written(cell, (text) =>
    text.length > maxLength || text.includes('\0') ? { fault: 'text_not_accepted' } : { value: text },
  )
}

/** A name, required in every row. */
export function readNeeded<T>(read: Read<T>, fault: ProductFaultCode): Read<T> {
  return 'value' in read && read.value === null ? { fault } : read
}
