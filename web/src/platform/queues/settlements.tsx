import { Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { answer, api } from '../../api/client.ts'
import type { SettlementCase } from '../../api/types.ts'
import { formatDateTime } from '../../ui/dates.ts'
import type { Tone } from '../../ui/illustrations/picture.tsx'
import { formatPesos } from '../../ui/money.ts'
import { StatusChip } from '../../ui/status-chip.tsx'
import type { Act } from '../acts/act.ts'
import { type CaseFace, Queue } from './queue.tsx'
import { settlementCases } from './queue-queries.ts'
import { useQueueWords } from './words.ts'

type Status = SettlementCase['status']

const tones: Record<Status, Tone> = {
  REQUESTED: 'wait',
  APPROVED: 'brand',
  PROCESSING: 'wait',
  PAID: 'good',
  RETURNED: 'undone',
  REJECTED: 'bad',
  FAILED: 'bad',
  CANCELED: 'idle',
}
/** These end a payout without its money, and the merchant is told why. */
const withReason: readonly Status[] = ['REJECTED', 'FAILED', 'RETURNED']

export function SettlementQueue() {
  const t = useQueueWords()
  const [status, setStatus] = useState<Status>('REQUESTED')
  const faceOf = useFace()
  return (
    <Queue<SettlementCase, Status>
      label={t('tab.liquidaciones')}
      hint={t('settlement.hint')}
      filter={{
        value: status,
        onChange: setStatus,
        options: (Object.keys(tones) as Status[]).map((value) => ({
          value,
          label: t(`settlement.many.${value}`),
        })),
      }}
      listing={useInfiniteQuery(settlementCases(status))}
      idOf={({ id }) => id}
      empty={{ title: t('settlement.empty'), hint: t('settlement.emptyHint') }}
      faceOf={faceOf}
      columns={[
        { accessor: 'merchant.name', title: t('merchant') },
        {
          accessor: 'bankAccount',
          title: t('settlement.account'),
          render: ({ bankAccount }) => `${bankAccount.holder} · •••• ${bankAccount.clabeLastFour}`,
        },
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
        {
          accessor: 'requestedAt',
          title: t('since'),
          render: ({ requestedAt }) => formatDateTime(requestedAt),
        },
      ]}
    />
  )
}

function useFace(): (settlement: SettlementCase) => CaseFace {
  const t = useQueueWords()
  return (settlement) => {
    const { id, status, merchant, bankAccount } = settlement
    const amount = formatPesos(settlement.amountCentavos)
    // What may come next is the server's to say; each step asks for what that step needs.
    const stepTo = (to: Status): Act => ({
      key: to,
      label: t(`settlement.step.${to}`),
      title: t('settlement.stepTitle', { step: t(`settlement.step.${to}`), amount, merchant: merchant.name }),
      hint: t(`settlement.stepHint.${to}`),
      isDanger: withReason.includes(to),
      reason: withReason.includes(to)
        ? { label: t('reason'), isRequired: true, minLength: 3 }
        : { label: t('note'), isRequired: false, minLength: 3 },
      ...(to === 'PAID' && {
        ask: {
          label: t('trackingKey'),
          hint: t('settlement.trackingHint'),
          isRequired: true,
          maxLength: 30,
          pattern: '[A-Za-z0-9]{1,30}',
        },
      }),
      run: async ({ reason, answer: claveRastreo }) => {
        await answer(
          api.PATCH('/pos/settlements/requests/{id}/status', {
            params: { path: { id } },
            body: { status: to, ...(reason !== '' && { reason }), ...(to === 'PAID' && { claveRastreo }) },
          }),
        )
        return t('settlement.told', { status: t(`settlement.one.${to}`).toLowerCase() })
      },
    })
    return {
      title: `${amount} · ${merchant.name}`,
      chip: <StatusChip tone={tones[status]}>{t(`settlement.one.${status}`)}</StatusChip>,
      facts: [
        [t('merchant'), merchant.name],
        [t('settlement.verified'), merchant.isVerified ? t('yes') : t('no')],
        [
          t('settlement.account'),
          `${bankAccount.holder} · ${t('bank.clabe')} •••• ${bankAccount.clabeLastFour}`,
        ],
        [t('since'), formatDateTime(settlement.requestedAt)],
        [t('settlement.approvedAt'), settlement.approvedAt && formatDateTime(settlement.approvedAt)],
        [t('settlement.paidAt'), settlement.paidAt && formatDateTime(settlement.paidAt)],
        [t('trackingKey'), settlement.claveRastreo],
        [t('reason'), settlement.statusReason],
      ],
      acts: settlement.nextStatuses.map(stepTo),
    }
  }
}
