import { Alert, Button, Loader, Stack, Text, Title } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { answer, api } from '../../../api/client.ts'
import { useLiveEvents } from '../../../api/live-events.ts'
import { serverNowMs } from '../../../api/server-clock.ts'
import { ApproveHere } from '../../../approvals/approve-here.tsx'
import { RefusedAlert } from '../../../problems/refused-alert.tsx'
import { useWords } from '../../../ui/words/words.ts'
import { ordersTexts } from './texts.ts'

interface Props {
  approvalId: string
  storeId: string
  onApproved: () => void
  onLeave: () => void
}

const decided = ['approval.decided'] as const

/**
 * Waits for a supervisor's or manager's decision. It arrives by the live stream; occasional polling covers a
 * stream that fails.
 */
export function RefundWaiting({ approvalId, storeId, onApproved, onLeave }: Props) {
  const t = useWords(ordersTexts)
  const queryClient = useQueryClient()
  const queryKey = ['approvals', 'one', approvalId]
  const { data: approval, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) =>
      answer(api.GET('/pos/approvals/{id}', { params: { path: { id: approvalId } }, signal })),
    refetchInterval: 15_000,
  })
  useLiveEvents(storeId, decided, () => void queryClient.invalidateQueries({ queryKey }))
  const isApproved = approval?.status === 'APPROVED'
  const go = useEffectEvent(onApproved)
  useEffect(() => {
    if (isApproved) go()
  }, [isApproved])
  const withdraw = useMutation({
    mutationFn: () =>
      answer(api.POST('/pos/approvals/{id}/cancel', { params: { path: { id: approvalId } } })),
    onSuccess: onLeave,
  })
  if (approval?.status === 'REJECTED') {
    return (
      <Alert color="red" role="alert" title={t('rejected')}>
        {t('rejectedBy', {
          name: approval.deciderName ?? '',
          reason: approval.decisionReason ?? t('noReasonGiven'),
        })}
      </Alert>
    )
  }
  const isExpired = approval !== undefined && Date.parse(approval.expiresAt) <= serverNowMs()
  if (approval?.status === 'PENDING' && isExpired) {
    return (
      <Alert color="red" role="alert">
        {t('expired')}
      </Alert>
    )
  }
  return (
    <Stack align="center" ta="center" py="lg" role="status">
      <Loader />
      <Title order={3}>{t('waiting')}</Title>
      <Text c="dimmed">{t('waitingHint')}</Text>
      <RefusedAlert error={withdraw.error} />
      <ApproveHere approvalIds={[approvalId]} onDecided={() => refetch()} />
      <Button variant="default" loading={withdraw.isPending} onClick={() => withdraw.mutate()}>
        {t('withdraw')}
      </Button>
    </Stack>
  )
}
