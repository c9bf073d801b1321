import type { Approval } from '@mostrador/client'
import { useIsPast } from '../api/server-alarm.ts'
import { serverNowMs } from '../api/server-clock.ts'

type Dated = Pick<Approval, 'status' | 'expiresAt'>
type ShownStatus = Approval['status'] | 'EXPIRED'

const isOpen = ({ status }: Dated) => status === 'PENDING' || status === 'APPROVED'

/** A request that nobody decided or used in time has expired; the server does not record it. */
export function shownStatus(approval: Dated): ShownStatus {
  return isOpen(approval) && Date.parse(approval.expiresAt) <= serverNowMs() ? 'EXPIRED' : approval.status
}

/** The same for a screen that waits: it is drawn again when the request expires. `null` until there is an approval. */
export function useShownStatus(approval: Dated | null): ShownStatus | null {
  useIsPast(approval !== null && isOpen(approval) ? approval.expiresAt : null)
  return approval === null ? null : shownStatus(approval)
}

/** Whether there is nothing to wait for any more, and nothing was approved: it has to be requested again. */
export const isOver = (status: ShownStatus | null) =>
  status !== null && status !== 'PENDING' && status !== 'APPROVED'
