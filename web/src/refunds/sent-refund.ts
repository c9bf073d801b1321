import type { NewRefund } from '@mostrador/client'
import { isSettledBy } from '../api/refusal.ts'

/** A refund as it is sent. With the same key it is the same refund, which the server makes once. */
export interface SentRefund {
  readonly order: NewRefund
  readonly key: string
}

/** One sending of a refund, and what came of it. */
export interface Attempt {
  readonly status: 'idle' | 'pending' | 'success' | 'error'
  readonly error: unknown
  readonly variables: SentRefund | undefined
}

/**
 * The refund of which nobody knows whether it was made, because its last answer was lost or came from a failure; `null` when
 * there is none. Until it is known, what is left to refund says nothing, and any other refund may pay the same goods again.
 *
 * @param attempts of one sale, oldest first
 */
export function undecidedRefund(attempts: readonly Attempt[]): SentRefund | null {
  return attempts.reduce<SentRefund | null>((undecided, { status, error, variables }) => {
    if (variables === undefined || status === 'idle' || status === 'pending') return undecided
    const isRepeated = undecided?.key === variables.key
    if (status === 'error' && !isSettledBy(error, isRepeated)) return variables
    return undecided === null || isRepeated ? null : undecided
  }, null)
}
