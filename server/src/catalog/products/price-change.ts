/** A price change: relative in basis points, or absolute in centavos. */
export type PriceChange =
  | { readonly kind: 'PERCENT'; readonly percentBps: number }
  | { readonly kind: 'AMOUNT'; readonly amountCentavos: number }

/**
 * The price after a change, computed exactly, then rounded half up to a multiple of `toCentavos`.
 *
 * @param toCentavos 1 keeps every centavo; 50 makes prices end in .00 or .50
 * @returns possibly below zero or above the maximum amount: the caller checks
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
