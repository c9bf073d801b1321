/** Notes and coins in use, in centavos. */
const notes = [2000, 5000, 10_000, 20_000, 50_000, 100_000] as const

/**
 * Amounts that a customer is likely to tender: the exact total, then the fewest notes of one kind that cover
 * it, smallest first.
 */
export function suggestedTenders(totalCentavos: number): number[] {
  const covering = notes.map((note) => Math.ceil(totalCentavos / note) * note)
  const distinct = new Set([totalCentavos, ...covering])
  return [...distinct]
    .filter((amount) => amount >= totalCentavos && amount > 0)
    .sort((a, b) => a - b)
    .slice(0, 6)
}

/** The change; `null` while the cash does not cover the total. */
export function changeCentavos(totalCentavos: number, tenderedCentavos: number): number | null {
  return tenderedCentavos < totalCentavos ? null : tenderedCentavos - totalCentavos
}

/** The change given for a sale's payments. */
export const changeOf = (payments: readonly { readonly changeCentavos: number }[]) =>
  payments.reduce((sum, { changeCentavos }) => sum + changeCentavos, 0)
