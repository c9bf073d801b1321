import { describe, expect, test } from 'vitest'
import { iccid } from '../../../test/workbook.ts'
import { readLine, readPesos } from '../../spreadsheet/cells.ts'
import type { Cell } from '../../spreadsheet/workbook.ts'
import { readCode, readDay, readDigits, readIccid } from './cells.ts'
import { iccidFault, tidyIccid } from './iccid.ts'

const text = (value: string): Cell => ({ kind: 'text', text: value })
const number = (value: string): Cell => ({ kind: 'number', text: value })
const formula: Cell = { kind: 'formula', text: '' }
const error: Cell = { kind: 'error', text: '#N/A' }
const good = iccid(1)

describe('an ICCID', () => {
  test.each([
    good,
    `'${good}`,
    ` ${good.slice(0, 4)} ${good.slice(4)} `,
    `${good}F`,
    '89014103211118510720',
  ])('may be written as %s', (typed) => {
    expect(readIccid(text(typed))).toMatchObject({ value: expect.stringMatching(/^89\d{17,18}$/) })
  })
  test.each<[string, Cell | undefined, string]>([
    ['missing', undefined, 'iccid_missing'],
    ['blank', text('  '), 'iccid_missing'],
    ['a number', number(good), 'iccid_numeric_cell'],
    ['text that was a number', text('8.95202E+18'), 'iccid_numeric_cell'],
    ['a formula', formula, 'formula_cell'],
    ['an error', error, 'unreadable_cell'],
    ['too short', text(good.slice(0, 18)), 'iccid_format'],
    ['too long', text(`${good}12`), 'iccid_format'],
    ['that is not a telecommunications card', text(`79${good.slice(2)}`), 'iccid_format'],
    ['with a letter in it', text(`${good.slice(0, 10)}O${good.slice(11)}`), 'iccid_format'],
    ['in other digits', text(good.replace('0', '٠')), 'iccid_format'],
    ['mistyped', text(good.slice(0, 18) + String((Number(good[18]) + 1) % 10)), 'iccid_check_digit'],
    ['with two digits swapped', text(good.replace('52', '25')), 'iccid_check_digit'],
  ])('%s is refused', (_what, cell, fault) => {
    expect(readIccid(cell)).toEqual({ fault })
  })
})

test.each<[Cell, number | string]>([
  [number('49.899999999999999'), 4990],
  [number('150'), 15_000],
  [text('$1,234.50'), 123_450],
  [text('$ 99'), 9_900],
  [text('0'), 0],
  [text('1234567.8'), 123_456_780],
  [number('49.905'), 'amount_not_accepted'],
  [number('-1'), 'amount_not_accepted'],
  [number('1e300'), 'amount_not_accepted'],
  [text('12,34'), 'amount_not_accepted'],
  [text('gratis'), 'amount_not_accepted'],
  [text('1.2.3'), 'amount_not_accepted'],
])('pesos: %o is read as %s', (cell, wanted) => {
  expect(readPesos(cell)).toEqual(typeof wanted === 'number' ? { value: wanted } : { fault: wanted })
})

test.each<[Cell, boolean, string | undefined]>([
  [number('46538'), false, '2027-05-31'],
  [number('45076'), true, '2027-05-31'],
  [text('2027-05-31'), false, '2027-05-31'],
  [text('31/05/2027'), false, '2027-05-31'],
  [text('1/6/2027'), false, '2027-06-01'],
  [text('31/06/2027'), false, undefined],
  [text('05/31/2027'), false, undefined],
  [number('20270531'), false, undefined],
  [text('mayo'), false, undefined],
])('a day: %o (since 1904: %s) is read as %s', (cell, counts1904, day) => {
  expect(readDay(cell, counts1904)).toEqual(
    day === undefined ? { fault: 'date_not_accepted' } : { value: day },
  )
})

test('a number cell gives its digits unchanged as long as it can hold them', () => {
  const phone = (cell: Cell) => readDigits(cell, /^\d{10,15}$/, 'msisdn_not_accepted')
  expect(phone(number('5.512345678E9'))).toEqual({ value: '5512345678' })
  expect(phone(text('+52 (55) 1234-5678'))).toEqual({ value: '525512345678' })
  expect(phone(number('5512345678.5'))).toEqual({ fault: 'msisdn_not_accepted' })
  expect(phone(text('5512'))).toEqual({ fault: 'msisdn_not_accepted' })
})

test('a code that may have lost leading zeros is refused', () => {
  const pin = (cell: Cell) => readCode(cell, /^\d{4,8}$/, 4, 'pin_not_accepted')
  expect(pin(text('0012'))).toEqual({ value: '0012' })
  expect(pin(number('1234'))).toEqual({ value: '1234' })
  expect(pin(number('12'))).toEqual({ fault: 'numeric_cell' })
  expect(pin(text('12a4'))).toEqual({ fault: 'pin_not_accepted' })
})

test('an empty cell is no value, and a formula is never evaluated', () => {
  for (const read of [
    (cell?: Cell) => readLine(cell, 60),
    readPesos,
    (cell?: Cell) => readDay(cell, false),
  ]) {
    expect(read(undefined)).toEqual({ value: null })
    expect(read(text(' '))).toEqual({ value: null })
    expect(read(formula)).toEqual({ fault: 'formula_cell' })
  }
  expect(readLine(text('x'.repeat(61)), 60)).toEqual({ fault: 'text_not_accepted' })
})

test.each([
  ['8952 0200 0000 0000 008', '8952020000000000008'],
  ["'8952020000000000008", '8952020000000000008'],
  ["89'52", "89'52"],
  ['8952020000000000008f', '8952020000000000008'],
  ['18952020000000000008f', '18952020000000000008f'],
  ['8952020000000000008ff', '8952020000000000008ff'],
])('%j without what people and programs add is %s', (typed, tidy) => {
  expect(tidyIccid(typed)).toBe(tidy)
})

test('an ICCID begins with 89, and its check digit counts from the right', () => {
  expect(iccidFault(iccid(1))).toBe(undefined)
  // One digit more turns the weights around: 8952 0200 0000 0000 0012, with its check digit by Luhn's rule.
  expect(iccidFault('89520200000000000124')).toBe(undefined)
  expect(iccidFault('89520200000000000125')).toBe('iccid_check_digit')
  for (const before of ['1', '00']) expect(iccidFault(`${before}${iccid(1)}`)).toBe('iccid_format')
})
