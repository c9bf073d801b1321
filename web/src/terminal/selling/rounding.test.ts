import { describe, expect, test } from 'vitest'
import vectors from '../../../../vectors/rounding.json' with { type: 'json' }
import type { GoodsItem } from '../catalog/goods-item.ts'
import { cashOnly, splitPayment } from './charge.ts'
import { localCart, withGoods } from './local-cart.ts'
import { grossCentavos, inCoins, taxCentavos } from './rounding.ts'

/** The server's tests check PostgreSQL against the same vectors. */
describe('the till rounds as the shared vectors specify', () => {
  test.each(vectors.gross)('the gross of a quantity: $says', (vector) => {
    expect(grossCentavos(vector.quantity, vector.unitPriceCentavos)).toBe(vector.grossCentavos)
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

  test.each(vectors.carts)('a cart: $says', (vector) => {
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
})
