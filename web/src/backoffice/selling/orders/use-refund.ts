import { isProblem } from '@mostrador/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
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
  const sent = useRef<{ body: string; key: string } | null>(null)
  /** The same body is sent under the same key until it is answered. */
  const keyFor = (body: unknown): string => {
    const text = JSON.stringify(body)
    if (sent.current?.body !== text) sent.current = { body: text, key: crypto.randomUUID() }
    return sent.current.key
  }
  const give = useMutation({
    mutationFn: (order: RefundOrder & { approvalId?: string }) =>
      answer(
        api.POST('/pos/sales_orders/{id}/refunds', {
          params: { path: { id: orderId }, header: { 'idempotency-key': keyFor(order) } },
          body: order,
        }),
      ),
    onSettled: (_, error) => {
      if (error === null || isProblem(error)) sent.current = null
      return queryClient.invalidateQueries({ queryKey: ['orders'] })
    },
  })
  const ask = useMutation({
    mutationFn: (order: RefundOrder) => {
      const body = { ...order, scope: 'LINE' as const, orderId }
      return answer(
        api.POST('/pos/approvals', { params: { header: { 'idempotency-key': keyFor(body) } }, body }),
      )
    },
    onSuccess: ({ id }) => setApprovalId(id),
    onSettled: (_, error) => {
      if (error === null || isProblem(error)) sent.current = null
    },
  })
  return { give, ask, approvalId, forget: () => setApprovalId(null) }
}
