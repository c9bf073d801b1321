interface Priced {
  readonly amountCentavos: number
}

/** What these lines refund, in centavos before cash rounding; `null` when a line leaves its amount to the server. */
export function linesCentavos(lines: readonly Priced[]): number
export function linesCentavos(lines: readonly Partial<Priced>[]): number | null
export function linesCentavos(lines: readonly Partial<Priced>[]): number | null {
  return lines.reduce<number | null>(
    (sum, { amountCentavos }) => (sum === null || amountCentavos === undefined ? null : sum + amountCentavos),
    0,
  )
}
