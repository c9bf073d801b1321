import type { Denominations } from '@mostrador/client'

/** Notes and coins in use, largest first, in centavos. */
export const denominations = [
  100_000, 50_000, 20_000, 10_000, 5_000, 2_000, 1_000, 500, 200, 100, 50,
] as const
export type Denomination = (typeof denominations)[number]
export type Count = Readonly<Partial<Record<Denomination, number>>>

/** The total of a count, in centavos. */
export function piecesCentavos(count: Count): number {
  return denominations.reduce((sum, value) => sum + value * (count[value] ?? 0), 0)
}

/** The count in the API's shape, without zeros. */
export function sentPieces(count: Count): Denominations {
  const present = denominations.filter((value) => (count[value] ?? 0) > 0)
  return Object.fromEntries(present.map((value) => [String(value), count[value] ?? 0]))
}
