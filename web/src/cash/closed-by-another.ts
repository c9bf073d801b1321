import type { Shift } from '@mostrador/client'

/** The name of who closed a shift for its cashier; `null`: it is open, or the cashier closed it. */
export function closedByAnother({
  accountId,
  closedBy,
  closedByName,
}: Pick<Shift, 'accountId' | 'closedBy' | 'closedByName'>): string | null {
  return closedBy === accountId ? null : closedByName
}
