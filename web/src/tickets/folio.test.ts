import { expect, test } from 'vitest'
import { ticketFolio, ticketWords } from './folio.ts'

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
])('“%s” searches tickets for “%s”', (typed, words) => {
  expect(ticketWords(typed)).toBe(words)
})

test('only a whole folio is the code of a ticket', () => {
  expect(ticketFolio("a'000012")).toBe('A-000012')
  expect(ticketFolio('a12')).toBeNull()
  expect(ticketFolio('7501055300181')).toBeNull()
})
