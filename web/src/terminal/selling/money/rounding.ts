/**
 * The rounding of amounts that customers pay. PostgreSQL does the same (`gross_of`, `quantity_for`, `tax_of`,
 * `in_coins`); the vectors in `vectors/rounding.json` check both. Amounts are whole centavos up to 50 million pesos,
 * for which every step below is exact.
 */

/** The gross amount of a quantity before discounts, half up. Quantities have up to three decimals. */
export const grossCentavos = (quantity: number, unitPriceCentavos: number) =>
  Math.floor((Math.round(quantity * 1000) * unitPriceCentavos) / 1000 + 0.5)

/** What a line costs before discounts: the amount that was asked for or, without one, the price of its quantity. */
export const lineCentavos = (line: {
  readonly quantity: number
  readonly unitPriceCentavos: number
  readonly amountCentavos?: number | null
}) => line.amountCentavos ?? grossCentavos(line.quantity, line.unitPriceCentavos)

/** The quantity that an amount buys, in thousandths of the unit and at least one. */
export const quantityFor = (amountCentavos: number, unitPriceCentavos: number) =>
  Math.max(1, Math.floor((amountCentavos * 1000) / unitPriceCentavos + 0.5)) / 1000

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
