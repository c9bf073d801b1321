/**
 * Amounts are whole centavos, exact in a number because the server keeps them below 10^15. Only this file
 * formats them, always as $1,234.50.
 */
const pesos = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** @throws RangeError when `amountCentavos` is not a whole number. */
export function formatPesos(amountCentavos: number): string {
  if (!Number.isSafeInteger(amountCentavos))
    throw new RangeError(`${amountCentavos} is not a whole number of centavos`)
  const sign = amountCentavos < 0 ? '−' : ''
  return `${sign}$${pesos.format(Math.abs(amountCentavos) / 100)}`
}

/** The short form for buttons and tiles: $100 for whole pesos, $99.50 otherwise. */
export function formatShortPesos(amountCentavos: number): string {
  return formatPesos(amountCentavos).replace(/\.00$/, '')
}

const inGroups = /^([1-9]\d{0,2}(?:,\d{3}){1,2})(?:\.(\d{0,2}))?$/
const plain = /^(\d{1,9})(?:[.,](\d{0,2}))?$/

/**
 * Parses typed pesos into centavos: "1,234.5", "$ 100", "99.90". A comma before three digits separates thousands; before
 * one or two digits at the end it is a decimal comma, as in quantities: "99,90". `null` when it is not an amount; more
 * than two decimals are an error, not rounded.
 */
export function parsePesos(typed: string): number | null {
  const compact = typed.trim().replace(/^\$\s*/, '')
  const match = inGroups.exec(compact) ?? plain.exec(compact)
  if (match === null) return null
  const [, whole = '0', cents = ''] = match
  return Number(whole.replaceAll(',', '')) * 100 + Number(cents.padEnd(2, '0'))
}
