import type { Approval } from '@mostrador/client'
import { useIsPast } from '../api/server-alarm.ts'
import { serverNowMs } from '../api/server-clock.ts'

type Dated = Pick<Approval, 'status' | 'expiresAt'>
export type ShownStatus = Approval['status'] | 'EXPIRED'

/** Whether there is something to wait for, or something was approved. */
const isOpen = (status: ShownStatus) => status === 'PENDING' || status === 'APPROVED'

/** A request that nobody decided or used in time has expired; the server does not record it. */
export function shownStatus({ status, expiresAt }: Dated): ShownStatus {
  return isOpen(status) && Date.parse(expiresAt) <= serverNowMs() ? 'EXPIRED' : status
}

/** The same for a screen that waits: it is drawn again when the request expires. `null` until there is an approval. */
export function useShownStatus(approval: Dated | null): ShownStatus | null {
  const hasExpired = useIsPast(approval !== null && isOpen(approval.status) ? approval.expiresAt : null)
  if (approval === null) return null
  return hasExpired ? 'EXPIRED' : approval.status
}

/** Whether nothing can be done with it any more. */
export const isOver = (status: ShownStatus | null) => status !== null && !isOpen(status)
