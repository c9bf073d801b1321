import type { QueuedSettlement } from '@mostrador/client'

/** What keeps a payout from being approved or sent now; null once it has ended, or when nothing does. */
export function payoutWarning({
  status,
  merchant,
  bankAccount,
}: Pick<QueuedSettlement, 'status' | 'bankAccount'> & {
  merchant: Pick<QueuedSettlement['merchant'], 'status' | 'isVerified'>
}) {
  if (status !== 'REQUESTED' && status !== 'APPROVED' && status !== 'PROCESSING') return null
  if (merchant.status !== 'ACTIVE') return 'suspended'
  if (!merchant.isVerified) return 'unverified'
  if (bankAccount.status === 'VERIFIED') return null
  if (bankAccount.status === 'EXPIRED') return 'accountExpired'
  return bankAccount.status === 'REJECTED' ? 'accountRejected' : 'accountPending'
}
