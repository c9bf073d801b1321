import { expect, test } from 'vitest'
import { openWorkbook } from '../adapters/spreadsheet/open-workbook.ts'
import { xlsxFile } from './xlsx.ts'

test('our reader reads the same numbers and texts back from a workbook', async () => {
  const file = await xlsxFile('Ventas: día', [
    ['Producto', 'Importe'],
    ['Café & "té" <1>', 12.5],
    ['=1+1', -3],
    ['Sin nada', null],
  ])
  const sheet = await openWorkbook(file)
  expect(sheet.name).toBe('Ventas  día')
  const rows = []
  for await (const batch of sheet.rows())
    rows.push(...batch.map(({ cells }) => [...cells].map(([at, { kind, text }]) => [at, kind, text])))
  expect(rows).toEqual([
    [
      [0, 'text', 'Producto'],
      [1, 'text', 'Importe'],
    ],
    [
      [0, 'text', 'Café & "té" <1>'],
      [1, 'number', '12.5'],
    ],
    [
      [0, 'text', '=1+1'],
      [1, 'number', '-3'],
    ],
    [[0, 'text', 'Sin nada']],
  ])
})

test('the same table always produces the same file', async () => {
  const table = [['a', 1]]
  expect(await xlsxFile('Hoja', table)).toEqual(await xlsxFile('Hoja', table))
})

test('characters that XML cannot have are left out of a workbook, and the rest of the text stays', async () => {
  const file = await xlsxFile('Ho\u{fffe}ja', [['a\u{fffe}b\u{ffff}c\u{0}d\u{b}e\tñ\u{fffd}😀']])
  const sheet = await openWorkbook(file)
  expect(sheet.name).toBe('Hoja')
  const cells = []
  for await (const batch of sheet.rows()) cells.push(...batch.flatMap((row) => [...row.cells.values()]))
  expect(cells).toMatchObject([{ kind: 'text', text: 'abcde\tñ\u{fffd}😀' }])
})
