import type { Barcode, Product, Variant } from '@mostrador/client'
import { describe, expect, test } from 'vitest'
import { findGoods, goodsItems, isSoldByAmount, itemByCode, itemMeant, itemOf } from './goods-item.ts'

const at = '2026-11-21T00:00:00Z'
const product = (id: string, name: string, more: Partial<Product> = {}): Product =>
  ({
    id,
    storeId: 's',
    categoryId: null,
    sku: null,
    name,
    description: null,
    picture: null,
    kind: 'GOODS',
    priceCentavos: 1000,
    costCentavos: null,
    taxRateId: null,
    isTaxIncluded: true,
    unit: 'PIECE',
    tracksStock: false,
    isActive: true,
    createdAt: at,
    updatedAt: at,
    ...more,
  }) as Product
const variant = (id: string, productId: string, more: Partial<Variant> = {}): Variant => ({
  id,
  storeId: 's',
  productId,
  name: null,
  sku: null,
  priceCentavos: null,
  costCentavos: null,
  isActive: true,
  position: 0,
  createdAt: at,
  updatedAt: at,
  ...more,
})
const barcode = (variantId: string, code: string): Barcode =>
  ({ id: code, storeId: 's', variantId, code, createdAt: at, updatedAt: at }) as Barcode

const items = goodsItems({
  products: [
    product('cafe', 'Café soluble', { sku: 'CAF-1' }),
    product('pan', 'Pan de café', { priceCentavos: 2000 }),
    product('old', 'Café viejo', { isActive: false }),
  ],
  variants: [
    variant('cafe', 'cafe'),
    variant('cafe-100', 'cafe', { name: '100 g', priceCentavos: 7000, sku: 'CAF-100' }),
    variant('pan', 'pan'),
    variant('old', 'old'),
    variant('orphan', 'gone'),
  ],
  barcodes: [barcode('cafe-100', '7501000000001'), barcode('pan', '7501000000002')],
})
const ids = (found: readonly { variantId: string }[]) => found.map(({ variantId }) => variantId)

describe('the goods that a till can sell', () => {
  test("include every variant of a product for sale, with its product's defaults", () => {
    expect(ids(items).toSorted()).toEqual(['cafe', 'cafe-100', 'pan'])
    expect(items.find(({ variantId }) => variantId === 'cafe-100')).toMatchObject({
      priceCentavos: 7000,
      sku: 'CAF-100',
      barcodes: ['7501000000001'],
    })
    expect(items.find(({ variantId }) => variantId === 'cafe')).toMatchObject({
      priceCentavos: 1000,
      sku: 'CAF-1',
    })
  })

  test('are found by any of their words without accents, prefix matches first', () => {
    expect(ids(findGoods(items, 'CAFE'))).toEqual(['cafe-100', 'cafe', 'pan'])
    expect(ids(findGoods(items, 'cafe pan'))).toEqual(['pan'])
    expect(ids(findGoods(items, '0000002'))).toEqual(['pan'])
    expect(ids(findGoods(items, '  '))).toHaveLength(3)
    expect(findGoods(items, 'leche')).toEqual([])
  })

  test('are meant by what fits only one of them best, and otherwise have to be chosen', () => {
    const names = ['Chocolate de mesa', 'Refresco de cola', 'Cola blanca', 'Té chai']
    const shop = (...some: readonly number[]) =>
      goodsItems({
        products: some.map((n) => product(`${n}`, names[n] ?? '')),
        variants: some.map((n) => variant(`${n}`, `${n}`)),
        barcodes: [],
      })
    const meant = (typed: string, ...some: readonly number[]) => itemMeant(shop(...some), typed)?.name
    expect(meant('cola', 0, 1, 3)).toBe('Refresco de cola')
    expect(meant('cola', 0, 1, 2)).toBe('Cola blanca')
    expect(meant('ola', 0, 1)).toBeUndefined()
    expect(meant('c', 0, 2)).toBeUndefined()
    expect(meant('te', 3)).toBe('Té chai')
    expect(meant('leche', 0, 1)).toBeUndefined()
    expect(itemMeant(items, 'caf-1')?.variantId).toBe('cafe')
  })

  test('are found by their whole code only', () => {
    expect(itemByCode(items, '7501000000001')?.variantId).toBe('cafe-100')
    expect(itemByCode(items, 'caf-1')?.variantId).toBe('cafe')
    expect(itemByCode(items, '750100000000')).toBeUndefined()
  })

  test('are found among twenty thousand within one key press', () => {
    const many = goodsItems({
      products: Array.from({ length: 20_000 }, (_, n) => product(`${n}`, `Producto número ${n}`)),
      variants: Array.from({ length: 20_000 }, (_, n) => variant(`${n}`, `${n}`)),
      barcodes: [],
    })
    const tookMs = Array.from({ length: 5 }, () => {
      const startedAtMs = performance.now()
      expect(findGoods(many, 'numero 1999')).not.toEqual([])
      return performance.now() - startedAtMs
    })
    // Far below the length of a frame. The best of five runs, because the test machine is shared.
    expect(Math.min(...tookMs)).toBeLessThan(100)
  })
})

test('goods by measure are sold for an amount of money where that is what the customer pays, and services never', () => {
  const cheese = itemOf(
    product('queso', 'Queso', { unit: 'KILOGRAM' }),
    variant('queso', 'queso'),
    [],
    undefined,
  )
  expect(isSoldByAmount(cheese)).toBe(true)
  expect(isSoldByAmount({ ...cheese, isTaxIncluded: false })).toBe(false)
  expect(isSoldByAmount({ ...cheese, isTaxIncluded: false, tax: { rateBps: 0, isExempt: false } })).toBe(true)
  expect(isSoldByAmount({ ...cheese, priceCentavos: 0 })).toBe(false)
  expect(isSoldByAmount({ ...cheese, kind: 'SERVICE' })).toBe(false)
})
