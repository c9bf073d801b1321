/** How prices go up or down: by a part of themselves in basis points, or by so many centavos. */
export type PriceChange =
  | { readonly kind: 'PERCENT'; readonly percentBps: number }
  | { readonly kind: 'AMOUNT'; readonly amountCentavos: number }

/**
 * The price after a change, exact, and rounded half up to what prices end in.
 *
 * @param toCentavos 1 leaves every centavo; 50 makes prices end in .00 or .50
 * @returns what may be below nothing, or more than an amount may be: whoever asks judges
 */
export function changedPrice(priceCentavos: number, change: PriceChange, toCentavos: number): number {
  // In ten-thousandths of a centavo, so that nothing is rounded twice.
  const exact =
    change.kind === 'PERCENT'
      ? BigInt(priceCentavos) * BigInt(10_000 + change.percentBps)
      : BigInt(priceCentavos + change.amountCentavos) * 10_000n
  const step = BigInt(toCentavos) * 10_000n
  return Number(floorDivide(exact + step / 2n, step)) * toCentavos
}

function floorDivide(dividend: bigint, divisor: bigint): bigint {
  const quotient = dividend / divisor
  return dividend % divisor < 0n ? quotient - 1n : quotient
}
