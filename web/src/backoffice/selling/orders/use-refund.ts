import { uuidV7 } from '@mostrador/client'
import { useMutation, useMutationState, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { answer, api } from '../../../api/client.ts'
import { type Attempt, type RefundOrder, type SentRefund, undecidedRefund } from './sent-refund.ts'

/** A refund for which an approval was requested. It is sent like that, however often, because nothing else is approved. */
export interface RequestedRefund extends SentRefund {
  readonly approvalId: string
}

/**
 * Refunds, or requests the approval. A refund whose answer was lost is kept as it was sent, also when its dialog is closed, and
 * can only be sent again like that until it is known whether it was made.
 */
export function useRefund(orderId: string) {
  const queryClient = useQueryClient()
  const [requested, setRequested] = useState<RequestedRefund | null>(null)
  const mutationKey = ['orders', 'give', orderId]
  const give = useMutation({
    mutationKey,
    mutationFn: ({ order, key }: SentRefund) =>
      answer(
        api.POST('/pos/sales_orders/{id}/refunds', {
          params: { path: { id: orderId }, header: { 'idempotency-key': key } },
          body: order,
        }),
      ),
    gcTime: Number.POSITIVE_INFINITY,
    onSettled: () => void queryClient.invalidateQueries({ queryKey: ['orders'] }),
  })
  const attempts = useMutationState({
    filters: { mutationKey },
    select: ({ state: { status, error, variables } }) => ({ status, error, variables }) as Attempt,
  })
  const undecided = undecidedRefund(attempts)
  const ask = useMutation({
    mutationFn: (order: RefundOrder) => {
      const body = { ...order, scope: 'LINE' as const, orderId }
      return answer(api.POST('/pos/approvals', { body }))
    },
    onSuccess: ({ id }, order) =>
      setRequested({ approvalId: id, order: { ...order, approvalId: id }, key: uuidV7() }),
  })
  /** What became of it is told by `give`. */
  const send = ({ order, key }: SentRefund) =>
    give.mutateAsync({ order, key }).then(
      () => undefined,
      () => undefined,
    )
  return {
    give,
    ask,
    undecided,
    requested,
    /** The approval is not used any more: what is refunded is chosen again. */
    forget: () => {
      setRequested(null)
      give.reset()
      ask.reset()
    },
    /** Also while one is sent from a dialog that was closed meanwhile. */
    isBusy: ask.isPending || attempts.some(({ status }) => status === 'pending'),
    /** Refunds what was chosen. */
    refund: (order: RefundOrder) => {
      ask.reset()
      return send({ order, key: uuidV7() })
    },
    /** Refunds what was approved. */
    refundApproved: () => (requested === null ? Promise.resolve() : send(requested)),
    /** Sends the refund again of which nobody knows whether it was made. */
    sendAgain: () => (undecided === null ? Promise.resolve() : send(undecided)),
  }
}
