export interface VasTimes {
  /** After this time a PENDING sale is shown to an operator. */
  readonly expectedWithinMs: number
  /** The same sale within this time needs a confirmation of the cashier. */
  readonly duplicateWindowMs: number
  /** However often a pending sale is read, the provider is asked at most this often. */
  readonly queryIntervalMs: number
  /** How long the owner of a sale may be silent before another process takes it over. */
  readonly leaseMs: number
}

export const usualTimes: VasTimes = {
  expectedWithinMs: 5 * 60_000,
  duplicateWindowMs: 5 * 60_000,
  queryIntervalMs: 2_000,
  leaseMs: 20_000,
}
