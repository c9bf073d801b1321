import { Alert, Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { answer, api } from '../../api/client.ts'
import type { DepositCase } from '../../api/types.ts'
import { formatCalendarDay, formatDateTime } from '../../ui/dates.ts'
import type { Tone } from '../../ui/illustrations/picture.tsx'
import { formatPesos } from '../../ui/money.ts'
import { StatusChip } from '../../ui/status-chip.tsx'
import { type CaseFace, Queue } from './queue.tsx'
import { depositCases } from './queue-queries.ts'
import { useQueueWords } from './words.ts'

type Status = DepositCase['status']

const tones: Record<Status, Tone> = { REPORTED: 'wait', CREDITED: 'good', REJECTED: 'bad' }

export function DepositQueue() {
  const t = useQueueWords()
  const [status, setStatus] = useState<Status>('REPORTED')
  const faceOf = useFace()
  return (
    <Queue<DepositCase, Status>
      label={t('tab.depositos')}
      hint={t('deposit.hint')}
      filter={{
        value: status,
        onChange: setStatus,
        options: (Object.keys(tones) as Status[]).map((value) => ({
          value,
          label: t(`deposit.many.${value}`),
        })),
      }}
      listing={useInfiniteQuery(depositCases(status))}
      idOf={({ id }) => id}
      empty={{ title: t('deposit.empty'), hint: t('deposit.emptyHint') }}
      faceOf={faceOf}
      columns={[
        { accessor: 'merchant.name', title: t('merchant') },
        { accessor: 'claveRastreo', title: t('trackingKey') },
        { accessor: 'paidOn', title: t('deposit.paidOn'), render: ({ paidOn }) => formatCalendarDay(paidOn) },
        { accessor: 'bank', title: t('deposit.bank'), render: ({ bank }) => bank ?? '—' },
        {
          accessor: 'amountCentavos',
          title: t('amount'),
          textAlign: 'right',
          render: ({ amountCentavos }) => (
            <Text className="figures" fw={600}>
              {formatPesos(amountCentavos)}
            </Text>
          ),
        },
        { accessor: 'reportedAt', title: t('since'), render: ({ reportedAt }) => formatDateTime(reportedAt) },
      ]}
    />
  )
}

function useFace(): (deposit: DepositCase) => CaseFace {
  const t = useQueueWords()
  return (deposit) => {
    const { id, status, merchant } = deposit
    const amount = formatPesos(deposit.amountCentavos)
    const review = async (to: 'CREDITED' | 'REJECTED', reason: string) => {
      await answer(
        api.PATCH('/pos/deposits/{id}/review', {
          params: { path: { id } },
          body: { status: to, ...(reason !== '' && { reason }) },
        }),
      )
      return t(`deposit.told.${to}`, { amount, merchant: merchant.name })
    }
    const isDouble = status === 'REPORTED' && deposit.isKeyCredited
    return {
      title: `${amount} · ${merchant.name}`,
      chip: isDouble ? (
        <Alert color="red">{t('deposit.double')}</Alert>
      ) : (
        <StatusChip tone={tones[status]}>{t(`deposit.one.${status}`)}</StatusChip>
      ),
      facts: [
        [t('merchant'), merchant.name],
        [t('trackingKey'), deposit.claveRastreo],
        [t('deposit.paidOn'), formatCalendarDay(deposit.paidOn)],
        [t('deposit.bank'), deposit.bank],
        [t('deposit.proof'), deposit.proof],
        [t('noted'), deposit.note],
        [t('since'), formatDateTime(deposit.reportedAt)],
        [t('decidedAt'), deposit.reviewedAt === null ? null : formatDateTime(deposit.reviewedAt)],
        [t('reason'), deposit.reviewReason],
      ],
      acts:
        status === 'REPORTED'
          ? [
              {
                key: 'credit',
                label: t('deposit.credit'),
                title: t('deposit.creditTitle', { amount, merchant: merchant.name }),
                hint: t('deposit.creditHint'),
                barred: isDouble ? t('deposit.double') : null,
                reason: { label: t('note'), isRequired: false, minLength: 3 },
                run: ({ reason }) => review('CREDITED', reason),
              },
              {
                key: 'reject',
                label: t('reject'),
                title: t('deposit.rejectTitle', { amount }),
                hint: t('deposit.rejectHint'),
                isDanger: true,
                reason: { label: t('reason'), isRequired: true, minLength: 3 },
                run: ({ reason }) => review('REJECTED', reason),
              },
            ]
          : [],
    }
  }
}
