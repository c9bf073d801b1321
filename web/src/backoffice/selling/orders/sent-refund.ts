import { isAccessRefused, isRefusal } from '../../../api/refusal.ts'
import type { OtherWay } from '../../../refunds/refund-way.tsx'
import type { RefundKind, refundLines } from './refund-draft.ts'

export interface RefundOrder {
  type: RefundKind
  lines: ReturnType<typeof refundLines>
  reason: string
  /** Another refund method than the original payment's; absent for the original one. */
  refundMethod?: OtherWay
}

/** A refund as it is sent. With the same key it is the same refund, which the server makes once. */
export interface SentRefund {
  readonly order: RefundOrder & { approvalId?: string }
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
    // A repetition without access is not told what became of the first attempt.
    if (status === 'error' && !(isRefusal(error) && !(isRepeated && isAccessRefused(error)))) return variables
    return undecided === null || isRepeated ? null : undecided
  }, null)
}

/** What it refunds, in centavos before cash rounding. */
export const refundedCentavos = ({ order }: SentRefund) =>
  order.lines.reduce((sum, { amountCentavos }) => sum + amountCentavos, 0)
