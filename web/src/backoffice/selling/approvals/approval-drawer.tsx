import { Anchor, Group, Stack, Text, Textarea } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useIsMutating, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { answer, api } from '../../../api/client.ts'
import { ApprovedGoods } from '../../../approvals/approved-goods.tsx'
import { useProblemWords } from '../../../problems/problem-words.ts'
import { RefusedAlert } from '../../../problems/refused-alert.tsx'
import { type ShownStatus, useShownStatus } from '../../../refunds/approval-status.ts'
import { refundWayTexts } from '../../../refunds/texts.ts'
import { useMissingScope } from '../../../session/me/abilities.ts'
import { useStoreChoice } from '../../../session/me/store-choice.ts'
import { formatDateTime, formatDistance } from '../../../ui/format/dates.ts'
import { Drawer } from '../../../ui/layers/drawer.tsx'
import { useFormInLayer } from '../../../ui/layers/form-layer.ts'
import { AllowedButton } from '../../../ui/parts/allowed-button.tsx'
import { ErrorState, RowSkeletons } from '../../../ui/parts/states.tsx'
import { StatusChip } from '../../../ui/parts/status-chip.tsx'
import { useWords } from '../../../ui/words/words.ts'
import { type Approval, approvalQuery, tones } from './approvals-query.ts'
import { approvalsTexts } from './texts.ts'

const decidingKey = (approvalId: string) => ['approvals', 'deciding', approvalId]

/** One request, with the buttons to approve or reject it. */
export function ApprovalDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useWords(approvalsTexts)
  const words = useProblemWords()
  const { data: approval, error, refetch } = useQuery(approvalQuery(id))
  const status = useShownStatus(approval ?? null)
  const isPending = status === 'PENDING'
  const isSending = useIsMutating({ mutationKey: decidingKey(id) }) > 0
  return (
    <Drawer
      opened
      onClose={onClose}
      isSending={isSending || undefined}
      position="right"
      size={440}
      title={approval === undefined ? '' : t(`type.${approval.type}`)}
    >
      {approval === undefined && error !== null && <ErrorState {...words(error)} onRetry={() => refetch()} />}
      {approval === undefined && error === null && <RowSkeletons rows={4} />}
      {approval !== undefined && status !== null && (
        <Stack gap="lg">
          <Facts approval={approval} status={status} />
          {isPending && <Decision approval={approval} onDecided={onClose} />}
        </Stack>
      )}
    </Drawer>
  )
}

function Facts({ approval, status }: { approval: Approval; status: ShownStatus }) {
  const t = useWords(approvalsTexts)
  const tWay = useWords(refundWayTexts)
  const facts: [string, string | null][] = [
    [t('what'), `${t(`type.${approval.type}`)} ${t(`scope.${approval.scope}`)}`],
    [
      tWay('label'),
      approval.type === 'DISCOUNT' ? null : tWay(`asked.${approval.refundMethod ?? 'original'}`),
    ],
    [t('requester'), approval.requesterName],
    [t('when'), formatDateTime(approval.createdAt)],
    [t('reason'), approval.reason],
    [t('expires'), status === 'PENDING' ? formatDistance(approval.expiresAt) : null],
    [t('decidedBy'), approval.deciderName],
    [t('decision'), approval.decisionReason],
  ]
  return (
    <Stack gap="sm">
      <Group>
        <StatusChip tone={tones[status]}>{t(`one.${status}`)}</StatusChip>
      </Group>
      <ApprovedGoods about={approval} />
      {facts.map(
        ([label, value]) =>
          value !== null && (
            <div key={label}>
              <Text size="sm" c="dimmed">
                {label}
              </Text>
              <Text fw={600}>{value}</Text>
            </div>
          ),
      )}
      {approval.isDirect && <Text c="dimmed">{t('direct')}</Text>}
      {approval.orderId !== null && (
        <Anchor href={`/negocio/tickets?ver=${approval.orderId}`}>{t('order')}</Anchor>
      )}
    </Stack>
  )
}

function Decision({ approval, onDecided }: { approval: Approval; onDecided: () => void }) {
  const t = useWords(approvalsTexts)
  const queryClient = useQueryClient()
  const barred = useMissingScope(useStoreChoice(), 'POS_SALES_APPROVE')
  const [note, setNote] = useState('')
  const [isNoteMissing, setIsNoteMissing] = useState(false)
  useFormInLayer()
  const reason = note.trim()
  const decide = useMutation({
    mutationKey: decidingKey(approval.id),
    mutationFn: (verdict: 'approve' | 'reject') => {
      const sent = { params: { path: { id: approval.id } }, body: reason === '' ? {} : { reason } }
      return verdict === 'approve'
        ? answer(api.POST('/pos/approvals/{id}/approve', sent))
        : answer(api.POST('/pos/approvals/{id}/reject', sent))
    },
    onSuccess: ({ status }) => {
      notifications.show({ message: t(status === 'APPROVED' ? 'approved' : 'rejected') })
      onDecided()
    },
    onSettled: () => void queryClient.invalidateQueries({ queryKey: ['approvals'] }),
  })
  return (
    <Stack>
      <RefusedAlert error={decide.error} />
      <Textarea
        label={t('note')}
        description={t('noteHint')}
        error={isNoteMissing && reason === '' ? t('noteMissing') : undefined}
        maxLength={300}
        autosize
        minRows={2}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      <Group grow>
        <AllowedButton
          variant="light"
          color="red"
          reason={barred}
          disabled={decide.isPending}
          onClick={() => (reason === '' ? setIsNoteMissing(true) : decide.mutate('reject'))}
        >
          {t('reject')}
        </AllowedButton>
        <AllowedButton reason={barred} loading={decide.isPending} onClick={() => decide.mutate('approve')}>
          {t('approve')}
        </AllowedButton>
      </Group>
    </Stack>
  )
}
