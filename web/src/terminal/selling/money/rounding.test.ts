import { describe, expect, test } from 'vitest'
import vectors from '../../../../../vectors/rounding.json' with { type: 'json' }
import { cashOnly, splitPayment } from './charge.ts'
import { grossCentavos, inCoins, lineCentavos, quantityFor, taxCentavos } from './rounding.ts'

/** The server's tests check PostgreSQL against the same vectors. */
describe('the till rounds as the shared vectors specify', () => {
  test.each(vectors.gross)('the gross of a quantity: $says', (vector) => {
    expect(grossCentavos(vector.quantity, vector.unitPriceCentavos)).toBe(vector.grossCentavos)
  })

  test.each(vectors.quantities)('the quantity of an amount: $says', (vector) => {
    expect(quantityFor(vector.amountCentavos, vector.unitPriceCentavos)).toBe(vector.quantity)
  })

  test.each(vectors.tax)('the tax: $says', (vector) => {
    expect(taxCentavos(vector.netCentavos, vector.taxRateBps, vector.isTaxIncluded)).toBe(vector.taxCentavos)
  })

  test.each(vectors.coins)('an amount in coins: $says', (vector) => {
    expect(inCoins(vector.amountCentavos, vector.coinCentavos)).toBe(vector.inCoinsCentavos)
  })

  test.each(vectors.payments)('payments of a total: $says', (vector) => {
    const { totalCentavos, coinCentavos, cardCentavos, transferCentavos } = vector
    const split = splitPayment(totalCentavos, coinCentavos, { ...cashOnly, cardCentavos, transferCentavos })
    const cash = split.payments.find(({ method }) => method === 'CASH')
    expect([cash?.amountCentavos ?? null, split.roundingCentavos, split.fault]).toEqual([
      vector.cashCentavos,
      vector.roundingCentavos,
      null,
    ])
  })
})

test('a line costs the amount that was asked for or, without one, the price of its quantity', () => {
  const line = { quantity: 0.5, unitPriceCentavos: 3_000 }
  expect(lineCentavos(line)).toBe(1_500)
  expect(lineCentavos({ ...line, amountCentavos: null })).toBe(1_500)
  expect(lineCentavos({ ...line, amountCentavos: 1_499 })).toBe(1_499)
})
