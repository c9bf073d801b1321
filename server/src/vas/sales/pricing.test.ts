import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { centavos, zero } from '../../amounts/centavos.ts'
import { type Priced, price } from './pricing.ts'

const fixed: Priced = {
  amountCentavos: centavos(10_000),
  minCentavos: null,
  maxCentavos: null,
  incrementCentavos: null,
  wholesaleCentavos: centavos(9_450),
  wholesaleBps: null,
  feeCentavos: zero,
  commissionBps: 412,
}
const ranged: Priced = {
  ...fixed,
  amountCentavos: null,
  minCentavos: centavos(5_000),
  maxCentavos: centavos(500_000),
  incrementCentavos: centavos(100),
  wholesaleCentavos: null,
  wholesaleBps: 9_900,
  feeCentavos: centavos(1_000),
  commissionBps: 75,
}

test('a fixed product costs the wallet its face value minus the commission', () => {
  expect(price(fixed, undefined)).toEqual({
    amountCentavos: 10_000n,
    feeCentavos: 0n,
    totalCentavos: 10_000n,
    commissionCentavos: 412n,
    costCentavos: 9_588n,
    wholesaleCentavos: 9_450n,
  })
})

test('a ranged product charges its fee on top', () => {
  expect(price(ranged, centavos(25_000))).toMatchObject({
    totalCentavos: 26_000n,
    commissionCentavos: 188n,
    costCentavos: 25_812n,
    wholesaleCentavos: 24_750n,
  })
})

describe('amounts that a product does not allow', () => {
  test.each([
    ['another face value', fixed, 9_999],
    ['no amount for a ranged product', ranged, undefined],
    ['below the range', ranged, 4_999],
    ['above the range', ranged, 500_100],
    ['between the steps', ranged, 5_050],
  ])('%s', (_what, product, requested) => {
    expect(() => price(product, requested === undefined ? undefined : centavos(requested))).toThrow(
      expect.objectContaining({ code: 'amount_not_allowed' }),
    )
  })
})

test('merchant and platform share exactly the margin, for any commission', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 4_950 }),
      fc.integer({ min: 0, max: 100 }),
      (steps, commissionBps) => {
        const sale = price({ ...ranged, commissionBps }, centavos(5_000 + steps * 100))
        expect(sale.costCentavos + sale.commissionCentavos).toBe(sale.totalCentavos)
        expect(sale.costCentavos >= sale.wholesaleCentavos).toBe(true)
      },
    ),
  )
})
