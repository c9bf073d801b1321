import { expect, test } from 'vitest'
import { ticketCode, ticketFolio, ticketWords } from './folio.ts'

test.each([
  ['12', 'A-000012'],
  [' a12 ', 'A-000012'],
  ['b-7', 'B-000007'],
  ["A'000012", 'A-000012'],
  ['A-1234567', 'A-1234567'],
  ['5512345678', '5512345678'],
  ['55 1234 5678', '55 1234 5678'],
  ['Rosa 12', 'Rosa 12'],
  ['', ''],
  ['mtz-1/a-000012', 'A-000012'],
  ["MTZ'1-A'000012", 'A-000012'],
  ['SUR/A-000012', 'SUR/A-000012'],
])('“%s” searches the tickets of MTZ-1 for “%s”', (typed, words) => {
  expect(ticketWords(typed, 'MTZ-1')).toBe(words)
})

test('only a whole folio is the code of a ticket, with or without its store', () => {
  expect(ticketFolio("a'000012", 'MTZ-1')).toEqual({ folio: 'A-000012' })
  expect(ticketFolio('MTZ-1/A-000012', 'MTZ-1')).toEqual({ folio: 'A-000012' })
  for (const code of ['a12', '7501055300181', 'MTZ-1/A-12', 'MTZ-1/', 'A-000012/MTZ-1'])
    expect(ticketFolio(code, 'MTZ-1')).toBeNull()
})

test('a ticket of another store is not a folio of this one', () => {
  expect(ticketFolio('SUR/A-000012', 'MTZ-1')).toEqual({ otherStore: 'SUR' })
})

test('a scanner with another keyboard layout reads the same ticket', () => {
  expect(ticketFolio("mtz'1-a'000012", 'MTZ-1')).toEqual({ folio: 'A-000012' })
  expect(ticketFolio("SUR'2-A'000012", 'MTZ-1')).toEqual({ otherStore: 'SUR-2' })
  expect(ticketFolio(ticketCode('MTZ-1', 'A-000012'), 'MTZ-1')).toEqual({ folio: 'A-000012' })
})
