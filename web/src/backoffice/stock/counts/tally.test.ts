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

const scanned = (code: string, sheet = lines, known: ReadonlyMap<string, Goods> = goods) =>
  scannedLine(sheet, known, code)

test('a scanned code matches whole codes only', () => {
  expect(scanned(' 7501001000004 ')?.line.variantId).toBe('b')
  expect(scanned('fru-9')?.line.variantId).toBe('a')
  expect(scanned('750')?.line.variantId).toBe('c')
  expect(scanned('75')).toBeUndefined()
  expect(scanned(' ')).toBeUndefined()
})

test('a scanned barcode counts its own goods, and never others that have it as their SKU', () => {
  const known = new Map(goods).set('a', { ...(goods.get('a') as Goods), sku: '7501001000004' })
  expect(scanned('7501001000004', lines, known)?.line.variantId).toBe('b')
  const withoutCoffee = lines.filter(({ variantId }) => variantId !== 'b')
  expect(scanned('7501001000004', withoutCoffee, known)).toBeUndefined()
})

test('a scan counts one of goods by the piece, and opens goods by measure', () => {
  const known = new Map(goods).set('a', { ...(goods.get('a') as Goods), unit: 'KILOGRAM' })
  expect(scanned('FRU-9', lines, known)).toEqual({ line: lines[0], isMeasured: true })
  expect(scanned('BEB-1', lines, known)).toEqual({ line: lines[1], isMeasured: false })
})

test('a count of zero is counted, and a difference of zero is no difference', () => {
  expect(tallyOf([...lines, line('d', 0, -5)])).toEqual({ total: 4, counted: 3, different: 2 })
})
