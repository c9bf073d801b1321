import type { NewRefund } from '@mostrador/client'
import { isSettledBy } from '../api/refusal.ts'

/** A refund as it is sent. With the same key it is the same refund, which the server makes once. */
export interface SentRefund {
  readonly order: NewRefund
  readonly key: string
}

/** A refund on its way, as a device stores it until it is known whether it was made. */
export interface StoredRefund extends SentRefund {
  /** When it was first sent, by the device's clock. */
  readonly sentAtMs: number
}

/** One sending of a refund, and what came of it. */
export interface Attempt {
  readonly status: 'idle' | 'pending' | 'success' | 'error'
  readonly error: unknown
  readonly variables: SentRefund | undefined
  /** When it was sent, by this device's clock. */
  readonly submittedAt: number
}

/**
 * The refund of which nobody knows whether it was made, because its last answer was lost or came from a failure; `null` when
 * there is none. Until it is known, what is left to refund says nothing, and any other refund may pay the same goods again.
 *
 * @param attempts of one sale from this page, oldest first
 * @param stored what this device has stored of the sale
 */
export function undecidedRefund(
  attempts: readonly Attempt[],
  stored: StoredRefund | null,
): SentRefund | null {
  // What this page has sent first, its attempts tell.
  const isOfPage =
    stored !== null &&
    attempts.some(
      ({ variables, submittedAt }) => variables?.key === stored.key && submittedAt <= stored.sentAtMs,
    )
  return attempts.reduce(
    (undecided: SentRefund | null, { status, error, variables }) => {
      if (variables === undefined || status === 'idle' || status === 'pending') return undecided
      const isRepeated = undecided?.key === variables.key
      if (status === 'error' && !isSettledBy(error, isRepeated)) return variables
      return undecided === null || isRepeated ? null : undecided
    },
    isOfPage ? null : stored,
  )
}
