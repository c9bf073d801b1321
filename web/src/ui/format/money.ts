/**
 * Amounts are whole centavos, exact in a number: the server keeps them below 10^15. They become text
 * here and nowhere else, always as $1,234.50.
 */
const pesos = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** @throws RangeError when `amountCentavos` is not a whole number. */
export function formatPesos(amountCentavos: number): string {
  if (!Number.isSafeInteger(amountCentavos))
    throw new RangeError(`${amountCentavos} is not a whole number of centavos`)
  const sign = amountCentavos < 0 ? '−' : ''
  return `${sign}$${pesos.format(Math.abs(amountCentavos) / 100)}`
}

/** As on a button or a tile: $100 for whole pesos, $99.50 otherwise. */
export function formatShortPesos(amountCentavos: number): string {
  return formatPesos(amountCentavos).replace(/\.00$/, '')
}

/**
 * What a person typed, in centavos: "1,234.5", "$ 100", "99.90". `null` when it is not an amount:
 * more than two decimals are a mistake and not rounded away.
 */
export function parsePesos(typed: string): number | null {
  const compact = typed.replaceAll(/[\s$,]/g, '')
  const match = /^(\d{1,9})(?:\.(\d{0,2}))?$/.exec(compact)
  if (match === null) return null
  const [, whole = '0', cents = ''] = match
  return Number(whole) * 100 + Number(cents.padEnd(2, '0'))
}
