import { expect, test } from 'vitest'
import { formatChange, formatQuantity } from '../../../ui/format/quantity.ts'
import { findGoods, type Goods } from './goods.ts'

const goods = (name: string, more: Partial<Goods> = {}): Goods => ({
  variantId: name,
  name,
  sku: null,
  barcodes: [],
  unit: 'PIECE',
  isKept: true,
  ...more,
})
const shelf = [
  goods('Café soluble', { sku: 'BEB-004', barcodes: ['7501001000004'] }),
  goods('Jabón 7501001000004', { sku: 'LIM-001' }),
  goods('Café de olla', { isKept: false, barcodes: ['7501001000011'] }),
]
const names = (typed: string, limit = 20) => findGoods(shelf, typed, limit).map(({ name }) => name)

test('goods are found without accents and by SKU, except those that are not kept in stock', () => {
  expect(names('cafe')).toEqual(['Café soluble'])
  expect(names(' lim-001 ')).toEqual(['Jabón 7501001000004'])
  expect(names('7501001000011')).toEqual([])
  expect(names('')).toHaveLength(2)
  expect(names('', 1)).toHaveLength(1)
})

test('a scanned barcode finds its own goods only', () => {
  expect(names('7501001000004')).toEqual(['Café soluble'])
  expect(findGoods(shelf.toReversed(), '7501001000004', 1).map(({ name }) => name)).toEqual(['Café soluble'])
})

test('quantities show up to three decimals, and changes show their sign', () => {
  expect(formatQuantity(1200)).toBe('1,200')
  expect(formatQuantity(18.5)).toBe('18.5')
  expect(formatQuantity(-3)).toBe('−3')
  expect(formatChange(4)).toBe('+4')
  expect(formatChange(-0.125)).toBe('−0.125')
})
