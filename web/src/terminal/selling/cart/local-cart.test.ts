import { describe, expect, test } from 'vitest'
import vectors from '../../../../../vectors/rounding.json' with { type: 'json' }
import type { GoodsItem } from '../../catalog/goods-item.ts'
import { fakeGoods } from './fake-goods.ts'
import { localCart, localOf, withGoods, withLine } from './local-cart.ts'

const empty = localCart('c', 's', '2026-11-21T00:00:00Z')

describe('an offline cart', () => {
  test('is priced like at the server: line by line, half up, and summed', () => {
    const cheese = fakeGoods('queso', 18_990, { unit: 'KILOGRAM', tax: { rateBps: 0, isExempt: false } })
    const cart = withGoods(withGoods(empty, fakeGoods('cafe', 4_650), 2, '1'), cheese, 0.755, '2')
    expect(cart.lines.map(({ grossCentavos, taxCentavos }) => [grossCentavos, taxCentavos])).toEqual([
      [9_300, 1_283],
      [14_337, 0],
    ])
    expect([cart.totalCentavos, cart.taxCentavos]).toEqual([23_637, 1_283])
  })

  test('adds the tax to prices that do not include it', () => {
    const cart = withGoods(empty, fakeGoods('llanta', 10_050, { isTaxIncluded: false }), 1, '1')
    expect([cart.taxCentavos, cart.totalCentavos]).toEqual([1_608, 11_658])
  })

  test('adds repeated scans to the same line, except lines with a note', () => {
    const twice = withGoods(
      withGoods(empty, fakeGoods('pan', 1_000), 1, '1'),
      fakeGoods('pan', 1_000),
      1,
      '2',
    )
    expect(twice.lines.map(({ quantity }) => quantity)).toEqual([2])
    const noted = withGoods(withLine(twice, '1', { note: 'sin azúcar' }), fakeGoods('pan', 1_000), 1, '3')
    expect(noted.lines.map(({ quantity, note }) => [quantity, note])).toEqual([
      [2, 'sin azúcar'],
      [1, null],
    ])
    expect(withLine(noted, '1', { quantity: 0 }).lines).toHaveLength(1)
  })

  test('adds goods with an open price to the line of the same name and price only', () => {
    const said = (name: string, priceCentavos: number) =>
      fakeGoods('comun', priceCentavos, { name, isPriceOpen: true })
    const goods = [said('Pila', 3_500), said('Pila', 3_500), said('Vela', 3_500), said('Pila', 4_000)]
    const cart = goods.reduce((present, item, at) => withGoods(present, item, 1, `${at}`), empty)
    expect(
      cart.lines.map((line) => [line.productName, line.unitPriceCentavos, line.quantity, line.isPriceOpen]),
    ).toEqual([
      ['Pila', 3_500, 2, true],
      ['Vela', 3_500, 1, true],
      ['Pila', 4_000, 1, true],
    ])
  })

  test('begins empty and open, with nothing to pay', () => {
    expect(empty).toMatchObject({ status: 'OPEN', membershipId: '', lines: [], discounts: [] })
    expect([empty.totalCentavos, empty.cashTotalCentavos]).toEqual([0, 0])
  })

  test('gives each variant its own line, although name and price are the same', () => {
    const shirt = fakeGoods('playera', 12_000)
    const cart = withGoods(withGoods(empty, shirt, 1, '1'), { ...shirt, variantId: 'otra talla' }, 1, '2')
    expect(cart.lines.map(({ variantId, position }) => [variantId, position])).toEqual([
      [shirt.variantId, 1],
      ['otra talla', 2],
    ])
    expect([cart.totalCentavos, cart.cashTotalCentavos]).toEqual([24_000, 24_000])
  })

  test('keeps what was asked for by amount apart, until its quantity changes', () => {
    const cheese = fakeGoods('queso', 18_990, { unit: 'KILOGRAM' })
    const byAmount = withGoods(empty, cheese, 0.105, '1', 2_000)
    const twice = withGoods(withGoods(byAmount, cheese, 0.105, '2', 2_000), cheese, 0.5, '3')
    const mixed = withGoods(twice, cheese, 0.105, '4', 2_000)
    expect(mixed.lines.map(({ amountCentavos, grossCentavos }) => [amountCentavos, grossCentavos])).toEqual([
      [2_000, 2_000],
      [2_000, 2_000],
      [null, 9_495],
      [2_000, 2_000],
    ])
    const [noted] = withLine(byAmount, '1', { note: 'rebanado' }).lines
    expect([noted?.amountCentavos, noted?.grossCentavos]).toEqual([2_000, 2_000])
    const [weighed] = withLine(byAmount, '1', { quantity: 0.2 }).lines
    expect([weighed?.amountCentavos, weighed?.grossCentavos]).toEqual([null, 3_798])
  })

  test('takes tax and exemption from the goods, and neither where they have none', () => {
    const tax = (given: GoodsItem['tax']) => {
      const [line] = withGoods(empty, fakeGoods('libro', 10_000, { tax: given }), 1, '1').lines
      return [line?.taxRateBps, line?.isTaxExempt, line?.taxCentavos]
    }
    expect(tax({ rateBps: 0, isExempt: true })).toEqual([0, true, 0])
    expect(tax({ rateBps: 800, isExempt: false })).toEqual([800, false, 741])
    expect(tax(null)).toEqual([0, false, 0])
  })

  test('takes a line’s discount off before its tax', () => {
    const sold = withGoods(empty, fakeGoods('llanta', 10_000, { isTaxIncluded: false }), 1, '1')
    const lines = sold.lines.map((line) => ({ ...line, discountCentavos: 1_000 }))
    expect(withLine({ ...sold, lines }, '1', { note: 'x' })).toMatchObject({
      discountCentavos: 1_000,
      taxCentavos: 1_440,
      totalCentavos: 10_440,
      cashTotalCentavos: 10_440,
    })
  })

  test('continues a cart of the server without its discounts', () => {
    const sold = withGoods(empty, fakeGoods('cafe', 4_650), 2, '1')
    const lines = sold.lines.map((line) => ({ ...line, discountCentavos: 300, totalCentavos: 9_000 }))
    const local = localOf({ ...sold, lines, discountCentavos: 300, totalCentavos: 9_000, customerId: 'x' })
    expect(local).toMatchObject({
      totalCentavos: 9_300,
      discountCentavos: 0,
      discounts: [],
      customerId: null,
    })
  })
})

test.each(vectors.carts)('a cart is priced as the shared vectors specify: $says', (vector) => {
  const cart = vector.lines.reduce(
    (present, { quantity, unitPriceCentavos, taxRateBps, isTaxIncluded }, at) =>
      withGoods(
        present,
        {
          variantId: `v${at}`,
          priceCentavos: unitPriceCentavos,
          tax: { rateBps: taxRateBps, isExempt: false },
          isTaxIncluded,
        } as GoodsItem,
        quantity,
        `l${at}`,
      ),
    localCart('c', 's', '2026-11-21T00:00:00Z'),
  )
  const figures = (each: { grossCentavos: number; taxCentavos: number; totalCentavos: number }) => [
    each.grossCentavos,
    each.taxCentavos,
    each.totalCentavos,
  ]
  expect(cart.lines.map(figures)).toEqual(vector.lines.map(figures))
  expect(figures(cart)).toEqual(figures(vector))
})
