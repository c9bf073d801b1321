/**
 * How amounts that customers pay are rounded. PostgreSQL does the same (`gross_of`, `tax_of`, `in_coins`); the vectors in
 * `vectors/rounding.json` hold both to it. All amounts are whole centavos of at most 50 million pesos, for which every
 * step below is exact.
 */

/** What a quantity comes to before discounts, half up. Quantities have up to three decimals. */
export const grossCentavos = (quantity: number, unitPriceCentavos: number) =>
  Math.floor((Math.round(quantity * 1000) * unitPriceCentavos) / 1000 + 0.5)

/** The tax that a price holds, or that is put on top of it, half up. */
export function taxCentavos(netCentavos: number, rateBps: number, isIncluded: boolean): number {
  const whole = isIncluded ? rateBps + 10_000 : 10_000
  return Math.floor((2 * netCentavos * rateBps + whole) / (2 * whole))
}

/**
 * An amount in the coins of a store, to the nearest, half up.
 *
 * @param coinCentavos the smallest coin of the store; 0: nothing is rounded
 */
export const inCoins = (amountCentavos: number, coinCentavos: number) =>
  coinCentavos <= 0
    ? amountCentavos
    : Math.floor((amountCentavos + coinCentavos / 2) / coinCentavos) * coinCentavos
