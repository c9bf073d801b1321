import type { VasSale } from '@mostrador/client'

/**
 * Whether reading this sale could return its PIN for the one time it is shown. Screens that only look do not
 * read it; lists never carry the PIN.
 */
export function mayHideUnseenPin({ kind, status, pin }: VasSale): boolean {
  if (kind !== 'pin') return false
  return status === 'PENDING' || (status === 'COMPLETED' && pin?.canBeShown !== false)
}
