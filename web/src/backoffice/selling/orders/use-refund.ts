import { type NewRefund, uuidV7 } from '@mostrador/client'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { answer, api } from '../../../api/client.ts'
import type { SentRefund } from '../../../refunds/sent-refund.ts'
import { useSentRefunds } from '../../../refunds/use-sent-refunds.ts'
import type { refundLines } from './refund-draft.ts'

/** A refund of lines, with the amounts that were on the screen. */
export interface RefundOrder extends NewRefund {
  lines: ReturnType<typeof refundLines>
}

/** A refund for which an approval was requested. It is sent like that, however often, because nothing else is approved. */
export interface RequestedRefund extends SentRefund {
  readonly order: RefundOrder & { readonly approvalId: string }
}

/** Refunds, or requests the approval. */
export function useRefund(orderId: string) {
  const { give, undecided, isSending, send, sendAgain } = useSentRefunds(orderId)
  const [requested, setRequested] = useState<RequestedRefund | null>(null)
  const ask = useMutation({
    mutationFn: (order: RefundOrder) => {
      const body = { ...order, scope: 'LINE' as const, orderId }
      return answer(api.POST('/pos/approvals', { body }))
    },
    onSuccess: ({ id }, order) => setRequested({ order: { ...order, approvalId: id }, key: uuidV7() }),
  })
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
    isBusy: ask.isPending || isSending,
    /** Refunds what was chosen. */
    refund: (order: RefundOrder) => {
      ask.reset()
      return send({ order, key: uuidV7() })
    },
    /** Refunds what was approved. */
    refundApproved: () => (requested === null ? Promise.resolve() : send(requested)),
    sendAgain,
  }
}
