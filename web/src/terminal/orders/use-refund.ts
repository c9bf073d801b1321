import { type Approval, type NewRefund, uuidV7 } from '@mostrador/client'
import { useIsMutating, useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { answer, api } from '../../api/client.ts'
import { isOver, shownStatus, useShownStatus } from '../../refunds/approval-status.ts'
import { refundsKey, useSentRefunds } from '../../refunds/use-sent-refunds.ts'

/** What to refund. Without lines: everything that is left. */
export type RefundPlan = Pick<NewRefund, 'type' | 'reason' | 'refundMethod' | 'lines'>

const askAgainMs = 4000

/** Whether a refund or the request for its approval is being sent: its screen stays until the answer is shown. */
export const useIsRefunding = () => useIsMutating({ mutationKey: refundsKey }) > 0

/** A refund from request to payout: approved if needed, followed until decided, and paid once. */
export function useRefund(orderId: string) {
  const { give, undecided, isSending, send, sendAgain } = useSentRefunds(orderId)
  const [asked, setAsked] = useState<Approval | null>(null)
  const watched = useQuery({
    queryKey: ['approvals', 'one', asked?.id],
    queryFn: ({ signal }) =>
      answer(api.GET('/pos/approvals/{id}', { params: { path: { id: asked?.id ?? '' } }, signal })),
    enabled: asked !== null,
    refetchInterval: ({ state: { data } }) =>
      data !== undefined && shownStatus(data) === 'PENDING' ? askAgainMs : false,
    staleTime: 0,
  })
  const approval = asked === null ? null : (watched.data ?? asked)
  const shown = useShownStatus(approval)
  // While it is sent, its approval may be used or expire: the form stays as it was.
  const status = isSending && approval !== null ? 'APPROVED' : shown
  const ask = useMutation({
    mutationKey: [...refundsKey, 'ask', orderId],
    mutationFn: (plan: RefundPlan) => {
      const body = { ...plan, orderId, scope: plan.lines === undefined ? 'CART' : 'LINE' } as const
      return answer(api.POST('/pos/approvals', { body }))
    },
    onSuccess: setAsked,
  })
  return {
    approval,
    /** Of the approval: when it expires, the screen is drawn again. */
    status,
    /** The refund of which nobody knows whether it was made: nothing else may be refunded. */
    undecided,
    /** Whether what was asked for waits or is approved, or is being refunded, so that it must not be changed. */
    isHeld: isSending || (approval !== null && !isOver(status)),
    done: give.data ?? null,
    error: give.error ?? ask.error,
    isBusy: ask.isPending || isSending,
    /** Checks for a decision now. */
    look: () => void watched.refetch(),
    ask: (plan: RefundPlan) => {
      // A refusal of the refund before is not about this request.
      give.reset()
      ask.mutate(plan)
    },
    give: (plan: RefundPlan) => {
      const approved = approval !== null && status === 'APPROVED' && { approvalId: approval.id }
      return send({ order: { ...plan, ...approved }, key: uuidV7() })
    },
    sendAgain,
  }
}
