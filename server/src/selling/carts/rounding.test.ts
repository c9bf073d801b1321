import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import vectors from '../../../../vectors/rounding.json' with { type: 'json' }
import { cloneDatabase, type TestDatabase } from '../../../test/cluster.ts'

/** The till rounds by itself when it is offline, and its own tests run these same vectors. */
let base: TestDatabase
beforeAll(async () => {
  base = await cloneDatabase()
})
afterAll(() => base.close())

async function asked(expression: string, parameters: readonly unknown[]): Promise<number> {
  const { rows } = await base.admin.query<{ answer: bigint }>(`select ${expression} as answer`, [
    ...parameters,
  ])
  return Number(rows[0]?.answer)
}

describe('PostgreSQL rounds like the shared vectors', () => {
  test.each(vectors.gross)('the gross of a quantity: $says', async (vector) => {
    const { quantity, unitPriceCentavos, grossCentavos } = vector
    expect(await asked('selling.gross_of($1::numeric, $2::bigint)', [quantity, unitPriceCentavos])).toBe(
      grossCentavos,
    )
  })

  test.each(vectors.quantities)('the quantity of an amount: $says', async (vector) => {
    const { amountCentavos, unitPriceCentavos, quantity } = vector
    const parameters = [amountCentavos, unitPriceCentavos]
    expect(await asked('selling.quantity_for($1::bigint, $2::bigint)', parameters)).toBe(quantity)
  })

  test.each(vectors.tax)('the tax: $says', async ({
    netCentavos,
    taxRateBps,
    isTaxIncluded,
    taxCentavos,
  }) => {
    const parameters = [netCentavos, taxRateBps, isTaxIncluded]
    expect(await asked('selling.tax_of($1::numeric, $2::int, $3::boolean)', parameters)).toBe(taxCentavos)
  })

  test.each(vectors.coins)('an amount in coins: $says', async (vector) => {
    const { amountCentavos, coinCentavos, inCoinsCentavos } = vector
    expect(await asked('selling.in_coins($1::bigint, $2::int)', [amountCentavos, coinCentavos])).toBe(
      inCoinsCentavos,
    )
  })

  test.each(vectors.payments)('payments of a total: $says', async (vector) => {
    const { totalCentavos, coinCentavos, cardCentavos, transferCentavos, cashCentavos } = vector
    const payments = [
      { method: 'CARD', amountCentavos: cardCentavos },
      { method: 'TRANSFER', amountCentavos: transferCentavos },
    ].filter(({ amountCentavos }) => amountCentavos > 0)
    if (cashCentavos !== null) payments.push({ method: 'CASH', amountCentavos: cashCentavos })
    const settle = (each: typeof payments) =>
      asked('selling.settle_payments($1::bigint, $2::int, $3::jsonb)', [
        totalCentavos,
        coinCentavos,
        JSON.stringify(each),
      ])
    expect(await settle(payments)).toBe(vector.roundingCentavos)
    const aCentavoMore = payments.map((each, at) =>
      at === payments.length - 1 ? { ...each, amountCentavos: each.amountCentavos + 1 } : each,
    )
    await expect(settle(aCentavoMore)).rejects.toThrow('payment_mismatch')
  })
})
