/**
 * The rounding of amounts that customers pay. PostgreSQL does the same (`gross_of`, `tax_of`, `in_coins`);
 * the vectors in `vectors/rounding.json` check both. Amounts are whole centavos up to 50 million pesos, for
 * which every step below is exact.
 */

/** The gross amount of a quantity before discounts, half up. Quantities have up to three decimals. */
export const grossCentavos = (quantity: number, unitPriceCentavos: number) =>
  Math.floor((Math.round(quantity * 1000) * unitPriceCentavos) / 1000 + 0.5)

/** The tax included in a price or added to it, half up. */
export function taxCentavos(netCentavos: number, rateBps: number, isIncluded: boolean): number {
  const whole = isIncluded ? rateBps + 10_000 : 10_000
  return Math.floor((2 * netCentavos * rateBps + whole) / (2 * whole))
}

/**
 * An amount rounded to the nearest coin, half up.
 *
 * @param coinCentavos the store's smallest coin; 0: no rounding
 */
export const inCoins = (amountCentavos: number, coinCentavos: number) =>
  coinCentavos <= 0
    ? amountCentavos
    : Math.floor((amountCentavos + coinCentavos / 2) / coinCentavos) * coinCentavos
