import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { centavos, zero } from '../../amounts/centavos.ts'
import { assertNoLoss, fundedByConnection, type Priced, price } from './pricing.ts'

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

test('a bill may cost us more than its face value, but not more than the customer pays with our fee', () => {
  // 5,000 pesos at 100.2 %: 10 pesos more than their face value, which is our fee.
  const dear = { ...ranged, wholesaleBps: 10_020, commissionBps: 0 }
  expect(() => assertNoLoss(price(dear, centavos(500_000)))).not.toThrow()
  expect(() => assertNoLoss(price({ ...dear, feeCentavos: centavos(999) }, centavos(500_000)))).toThrow(
    expect.objectContaining({ code: 'product_unavailable' }),
  )
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

test('merchant and platform share exactly the margin, for any amount and commission, and the fee is the platform’s', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 5_000, max: 500_000 }),
      fc.integer({ min: 0, max: 100 }),
      fc.constantFrom(zero, centavos(1_000)),
      (amount, commissionBps, feeCentavos) => {
        const product = { ...ranged, incrementCentavos: null, commissionBps, feeCentavos }
        const sale = price(product, centavos(amount))
        expect(sale.costCentavos + sale.commissionCentavos).toBe(sale.totalCentavos)
        expect(sale.costCentavos - feeCentavos >= sale.wholesaleCentavos).toBe(true)
      },
    ),
    // Both of its parts end in half a centavo.
    { examples: [[10_050, 100, zero]] },
  )
})

test('there is no commission on a bill that costs us more than its face value', () => {
  const dear = { ...ranged, wholesaleBps: 10_020, commissionBps: 100 }
  expect(price(dear, centavos(500_000))).toMatchObject({ commissionCentavos: 0n, costCentavos: 501_000n })
})

test('the limits of a range are allowed, and steps are counted from its least amount', () => {
  for (const centavosAsked of [5_000, 5_100, 500_000])
    expect(price(ranged, centavos(centavosAsked)).amountCentavos).toBe(BigInt(centavosAsked))
  const odd = { ...ranged, minCentavos: centavos(5_050) }
  expect(price(odd, centavos(5_150)).amountCentavos).toBe(5_150n)
  expect(price({ ...odd, incrementCentavos: centavos(300) }, centavos(5_350)).amountCentavos).toBe(5_350n)
  expect(() => price(odd, centavos(5_100))).toThrow('between 5050 and 500000, in steps of 100')
  expect(() => price(odd, centavos(4_950))).toThrow('between 5050 and 500000, in steps of 100')
})

test('a fixed face value may be named, and a refusal says which one it is', () => {
  expect(price(fixed, centavos(10_000)).amountCentavos).toBe(10_000n)
  expect(() => price(fixed, centavos(9_999))).toThrow(
    'This product costs 10000 centavos; omit amountCentavos.',
  )
})

test('a refusal tells the range and its steps, which are of one centavo unless the product has others', () => {
  const extras = { minCentavos: 5_000, maxCentavos: 500_000, incrementCentavos: 100 }
  const refusal = (product: Priced) => {
    try {
      return price(product, centavos(1))
    } catch (error) {
      return error
    }
  }
  expect(refusal(ranged)).toMatchObject({ options: { extras } })
  const free = refusal({ ...ranged, incrementCentavos: null })
  expect(free).toMatchObject({ options: { extras: { ...extras, incrementCentavos: 1 } } })
  expect((free as Error).message).toBe('Send amountCentavos between 5000 and 500000, in steps of 1.')
})

test('a product without a face value has both ends of a range', () => {
  for (const end of ['minCentavos', 'maxCentavos'])
    expect(() => price({ ...ranged, [end]: null }, centavos(5_000))).toThrow(
      'a product has a fixed amount or a range',
    )
})

test('a sale that the merchant’s own account pays costs the wholesale price, and earns the rest, never less than nothing', () => {
  const sale = price(ranged, centavos(25_000))
  expect(fundedByConnection(sale)).toEqual({
    ...sale,
    commissionCentavos: 1_250n,
    costCentavos: 24_750n,
  })
  const dear = { ...sale, wholesaleCentavos: centavos(30_000) }
  expect(fundedByConnection(dear)).toMatchObject({ commissionCentavos: 0n, costCentavos: 30_000n })
})
