import type { VasSale } from '@mostrador/client'

/**
 * Whether asking for this sale might be the one answer that carries its code. Screens that only look
 * do not ask; lists never carry it.
 */
export function mayHideUnseenPin({ kind, status, pin }: VasSale): boolean {
  if (kind !== 'pin') return false
  return status === 'PENDING' || (status === 'COMPLETED' && pin?.canBeShown !== false)
}
