/** Why a sale failed for good, independent of the provider: the closed list that clients translate. */
export const failureCodes = [
  'invalid_number',
  'invalid_reference',
  'number_barred',
  'not_eligible',
  'amount_out_of_range',
  'already_paid',
  'overdue_not_accepted',
  'limit_reached',
  'duplicate_at_provider',
  'carrier_unavailable',
  'provider_rejected',
  'provider_balance',
  'provider_unreachable',
  'expired_hold',
  'canceled',
  'unknown_provider_status',
] as const
export type FailureCode = (typeof failureCodes)[number]

const worthAnotherTry: ReadonlySet<FailureCode> = new Set([
  'carrier_unavailable',
  'provider_balance',
  'provider_unreachable',
  'expired_hold',
  'canceled',
])

/** Whether a new attempt at the same sale is likely to succeed. */
export function isRetryable(failure: FailureCode): boolean {
  return worthAnotherTry.has(failure)
}
