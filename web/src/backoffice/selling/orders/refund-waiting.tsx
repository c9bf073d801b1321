import { Alert, Button, Loader, Stack, Text, Title } from '@mantine/core'
import type { Approval } from '@mostrador/client'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { answer, api } from '../../../api/client.ts'
import { useLiveEvents } from '../../../api/live-events.ts'
import { ApproveHere } from '../../../approvals/approve-here.tsx'
import { RefusedAlert } from '../../../problems/refused-alert.tsx'
import type { ShownStatus } from '../../../refunds/approval-status.ts'
import { linesCentavos } from '../../../refunds/lines-centavos.ts'
import { formatDateTime } from '../../../ui/format/dates.ts'
import { formatPesos } from '../../../ui/format/money.ts'
import { useWords } from '../../../ui/words/words.ts'
import { ordersTexts } from './texts.ts'
import type { RequestedRefund } from './use-refund.ts'

interface WaitingProps {
  approvalId: string
  isApproved: boolean
  storeId: string
  /** Called once. */
  onApproved: () => void
  /** Reads the request again. */
  onLook: () => unknown
  onLeave: () => void
}

const decided = ['approval.decided'] as const

/**
 * Waits for a supervisor's or manager's decision. It arrives by the live stream; occasional polling covers a
 * stream that fails.
 */
export function RefundWaiting({
  approvalId,
  isApproved,
  storeId,
  onApproved,
  onLook,
  onLeave,
}: WaitingProps) {
  const t = useWords(ordersTexts)
  useLiveEvents(storeId, decided, () => void onLook())
  const go = useEffectEvent(onApproved)
  useEffect(() => {
    if (isApproved) go()
  }, [isApproved])
  const withdraw = useMutation({
    mutationFn: () =>
      answer(api.POST('/pos/approvals/{id}/cancel', { params: { path: { id: approvalId } } })),
    onSuccess: onLeave,
    // It may have been decided meanwhile, or withdrawn without an answer.
    onError: () => void onLook(),
  })
  return (
    <Stack align="center" ta="center" py="lg" role="status">
      <Loader />
      <Title order={3}>{t('waiting')}</Title>
      <Text c="dimmed">{t('waitingHint')}</Text>
      <RefusedAlert error={withdraw.error} />
      <ApproveHere approvalIds={[approvalId]} onDecided={onLook} />
      <Button variant="default" loading={withdraw.isPending} onClick={() => withdraw.mutate()}>
        {t('withdraw')}
      </Button>
    </Stack>
  )
}

interface ApprovedProps {
  requested: RequestedRefund
  approval: Approval | undefined
  isBusy: boolean
  onGive: () => void
  onLeave: () => void
}

/** For a refund that was approved, and refused when it was sent: the approval is still good for exactly this refund. */
export function RefundApproved({ requested, approval, isBusy, onGive, onLeave }: ApprovedProps) {
  const t = useWords(ordersTexts)
  return (
    <Stack>
      {approval !== undefined && (
        <Alert color="agave" title={t('approvedBy', { name: approval.deciderName ?? '' })}>
          {t('approvedUntil', { time: formatDateTime(approval.expiresAt) })}
        </Alert>
      )}
      <Button size="md" loading={isBusy} onClick={onGive}>
        {t('give', { amount: formatPesos(linesCentavos(requested.order.lines)) })}
      </Button>
      <Button variant="default" disabled={isBusy} onClick={onLeave}>
        {t('changeIt')}
      </Button>
    </Stack>
  )
}

interface OverProps {
  status: ShownStatus | null
  approval: Pick<Approval, 'deciderName' | 'decisionReason'> | undefined
}

/** How a request ended without a refund, above the form from which it can be requested again. */
export function RequestOver({ status, approval }: OverProps) {
  const t = useWords(ordersTexts)
  if (status === 'REJECTED') {
    return (
      <Alert color="red" role="alert" title={t('rejected')}>
        {t('rejectedBy', {
          name: approval?.deciderName ?? '',
          reason: approval?.decisionReason ?? t('noReasonGiven'),
        })}
      </Alert>
    )
  }
  const ends = { EXPIRED: t('expired'), CANCELED: t('withdrawn'), USED: t('used') }
  if (status === null || status === 'PENDING' || status === 'APPROVED') return null
  return (
    <Alert color="red" role="alert">
      {ends[status]}
    </Alert>
  )
}
