import type { StockCountLine } from '@mostrador/client'
import { expect, test } from 'vitest'
import type { Goods } from '../inventory/goods.ts'
import { linesShown, scannedLine, tallyOf } from './tally.ts'

const goods = new Map<string, Goods>(
  [
    ['a', 'Zanahoria', 'FRU-9', []],
    ['b', 'Café molido', 'BEB-1', ['7501001000004']],
    ['c', 'Ácido cítrico', null, ['750']],
  ].map(([variantId, name, sku, barcodes]) => [
    variantId as string,
    { variantId, name, sku, barcodes, unit: 'PIECE', isKept: true } as Goods,
  ]),
)
const line = (variantId: string, counted: number | null, difference: number | null) =>
  ({ id: variantId, variantId, expected: 5, counted, difference }) as StockCountLine
const lines = [line('a', 5, 0), line('b', 3, -2), line('c', null, null)]
const shown = (...[showing, typed]: [Parameters<typeof linesShown>[2], string]) =>
  linesShown(lines, goods, showing, typed).map(({ variantId }) => variantId)

test('lines are sorted by name and filtered to those that are missing or differ', () => {
  expect(shown('all', '')).toEqual(['c', 'b', 'a'])
  expect(shown('missing', '')).toEqual(['c'])
  expect(shown('different', '')).toEqual(['b'])
  expect(shown('all', 'CAFE')).toEqual(['b'])
})

test('a scanned code matches whole codes only', () => {
  expect(scannedLine(lines, goods, ' 7501001000004 ')?.variantId).toBe('b')
  expect(scannedLine(lines, goods, 'fru-9')?.variantId).toBe('a')
  expect(scannedLine(lines, goods, '750')?.variantId).toBe('c')
  expect(scannedLine(lines, goods, '75')).toBeUndefined()
  expect(scannedLine(lines, goods, ' ')).toBeUndefined()
})

test('a count of zero is counted, and a difference of zero is no difference', () => {
  expect(tallyOf([...lines, line('d', 0, -5)])).toEqual({ total: 4, counted: 3, different: 2 })
})
