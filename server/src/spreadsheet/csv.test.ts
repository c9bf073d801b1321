import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { csvText, type TableCell } from './csv.ts'

test('rows end as RFC 4180 says, and an absent cell is empty', () => {
  expect(
    csvText([
      ['a', null],
      [1, ''],
    ]),
  ).toBe('a,\r\n1,\r\n')
})

test.each([
  ['a comma', 'uno, dos'],
  ['quotes', 'de "marca"'],
  ['a line feed', 'arriba\nabajo'],
  ['a carriage return', 'arriba\rabajo'],
  ['a line end', 'arriba\r\nabajo'],
])('a cell with %s comes back as it was', (_what, cell) => {
  const rows: TableCell[][] = [
    [cell, 'x'],
    ['y', cell],
  ]
  expect(parse(csvText(rows), { record_delimiter: '\r\n' })).toEqual(rows)
})

test.each(['=1+1', '+1+1', '-1+1', '@SUM(A1)', '\tx', '\rx'])('%j is marked as text', (cell) => {
  expect(parse(csvText([[cell]]), { record_delimiter: '\r\n' })).toEqual([[`'${cell}`]])
})

test.each(['-12.50', '-3', '0.5'])('%s stays a number', (cell) => {
  expect(csvText([[cell]])).toBe(`${cell}\r\n`)
})
