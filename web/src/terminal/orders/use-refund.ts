import { type Approval, type RefundDetails, uuidV7 } from '@mostrador/client'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { answer, api } from '../../api/client.ts'
import { isOver, useShownStatus } from '../../refunds/approval-status.ts'
import type { OtherWay } from '../../refunds/refund-way.tsx'

/** What to refund. Without lines: everything that is left. */
export interface RefundPlan {
  readonly type: 'REFUND' | 'RETURN'
  readonly reason: string
  /** Another refund method than the original payment's; absent for the original one. */
  readonly refundMethod?: OtherWay
  readonly lines?: { lineItemId: string; quantity: number; disposition: 'STOCK' | 'WASTE' }[]
}

const askAgainMs = 4000

/** A refund from request to payout: approved if needed, followed until decided, and paid once. */
export function useRefund(orderId: string) {
  const queryClient = useQueryClient()
  const [asked, setAsked] = useState<Approval | null>(null)
  const sent = useRef({ text: '', key: '' })
  /** The same plan sent again is the same request, with the same key. Another plan gets a new key. */
  const keyFor = (body: unknown) => {
    const text = JSON.stringify(body)
    if (sent.current.text !== text) sent.current = { text, key: uuidV7() }
    return { 'idempotency-key': sent.current.key }
  }
  const watched = useQuery({
    queryKey: ['approvals', 'one', asked?.id],
    queryFn: ({ signal }) =>
      answer(api.GET('/pos/approvals/{id}', { params: { path: { id: asked?.id ?? '' } }, signal })),
    enabled: asked !== null,
    refetchInterval: ({ state }) => (state.data?.status === 'PENDING' ? askAgainMs : false),
    staleTime: 0,
  })
  const approval = asked === null ? null : (watched.data ?? asked)
  const status = useShownStatus(approval)
  const ask = useMutation({
    mutationFn: (plan: RefundPlan) => {
      const body = { ...plan, orderId, scope: plan.lines === undefined ? 'CART' : 'LINE' } as const
      return answer(api.POST('/pos/approvals', { params: { header: keyFor(body) }, body }))
    },
    onSuccess: (approval) => {
      // It was answered: asking for the same once more, after this request is over, is another request.
      sent.current = { text: '', key: '' }
      setAsked(approval)
    },
  })
  const give = useMutation({
    mutationFn: (plan: RefundPlan): Promise<RefundDetails> => {
      const body = { ...plan, ...(approval !== null && status === 'APPROVED' && { approvalId: approval.id }) }
      const params = { path: { id: orderId }, header: keyFor(body) }
      return answer(api.POST('/pos/sales_orders/{id}/refunds', { params, body }))
    },
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: ['orders'] })
      void queryClient.invalidateQueries({ queryKey: ['shift'] })
    },
  })
  return {
    approval,
    /** Of the approval: when it expires, the screen is drawn again. */
    status,
    /** Whether what was asked for waits or is approved, so that it must not be changed. */
    isHeld: approval !== null && !isOver(status),
    done: give.data ?? null,
    error: give.error ?? ask.error,
    isBusy: ask.isPending || give.isPending,
    /** Checks for a decision now. */
    look: () => void watched.refetch(),
    ask: ask.mutate,
    give: give.mutate,
  }
}
