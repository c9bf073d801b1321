import type { Approval as ApiApproval } from '@mostrador/client'
import { queryOptions } from '@tanstack/react-query'
import { answer, api } from '../../../api/client.ts'
import { pagesQuery } from '../../../api/lists.ts'
import type { ShownStatus } from '../../../refunds/approval-status.ts'
import type { OtherWay } from '../../../refunds/refund-way.tsx'
import type { Tone } from '../../../ui/illustrations/picture.tsx'
import type { approvalsTexts } from './texts.ts'

export type Status = keyof typeof approvalsTexts.status

export const approvalsQuery = (storeId: string, status: Status | undefined) =>
  pagesQuery(['approvals', 'list', storeId, status], (cursor, signal) =>
    answer(
      api.GET('/pos/approvals', {
        params: {
          query: {
            storeId,
            limit: 50,
            ...(status !== undefined && { status }),
            ...(cursor !== undefined && { cursor }),
          },
        },
        signal,
      }),
    ),
  )

export const approvalQuery = (id: string) =>
  queryOptions({
    queryKey: ['approvals', 'one', id],
    queryFn: ({ signal }) => answer(api.GET('/pos/approvals/{id}', { params: { path: { id } }, signal })),
  })

export interface Approval extends Pick<ApiApproval, 'goods' | 'valueCentavos'> {
  id: string
  type: 'DISCOUNT' | 'REFUND' | 'RETURN'
  scope: 'LINE' | 'CART'
  orderId: string | null
  amountCentavos: number | null
  percentageBps: number | null
  refundMethod: OtherWay | null
  reason: string
  status: Status
  isDirect: boolean
  requestedBy: string
  requesterName: string
  deciderName: string | null
  decisionReason: string | null
  decidedAt: string | null
  expiresAt: string
  createdAt: string
}

export const tones: Record<ShownStatus, Tone> = {
  PENDING: 'wait',
  APPROVED: 'good',
  USED: 'good',
  REJECTED: 'bad',
  CANCELED: 'undone',
  EXPIRED: 'undone',
}
