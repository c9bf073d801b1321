import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { answer, api } from '../../../api/client.ts'
import type { OtherWay } from '../../../refunds/refund-way.tsx'
import type { RefundKind, refundLines } from './refund-draft.ts'

export interface RefundOrder {
  type: RefundKind
  lines: ReturnType<typeof refundLines>
  reason: string
  /** Another refund method than the original payment's; absent for the original one. */
  refundMethod?: OtherWay
}

/** Refunds, or requests the approval. A repeated click or a lost answer never refunds twice. */
export function useRefund(orderId: string) {
  const queryClient = useQueryClient()
  const [approvalId, setApprovalId] = useState<string | null>(null)
  const give = useMutation({
    mutationFn: (order: RefundOrder & { approvalId?: string }) =>
      answer(
        api.POST('/pos/sales_orders/{id}/refunds', {
          params: { path: { id: orderId } },
          body: order,
        }),
      ),
    onSettled: () => void queryClient.invalidateQueries({ queryKey: ['orders'] }),
  })
  const ask = useMutation({
    mutationFn: (order: RefundOrder) => {
      const body = { ...order, scope: 'LINE' as const, orderId }
      return answer(api.POST('/pos/approvals', { body }))
    },
    onSuccess: ({ id }) => setApprovalId(id),
  })
  return { give, ask, approvalId, forget: () => setApprovalId(null) }
}
