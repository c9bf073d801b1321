import type { QueuedDeposit } from '@mostrador/client'
import { answer, api } from '../../api/client.ts'
import { formatCalendarDay, formatDateTime } from '../../ui/format/dates.ts'
import { formatPesos } from '../../ui/format/money.ts'
import { useWords } from '../../ui/words/words.ts'
import { DecisionQueue, type Declaration } from './decision-queue.tsx'
import { depositCases } from './queue-queries.ts'
import { queueTexts } from './texts.ts'

type Status = QueuedDeposit['status']

export function DepositQueue() {
  return <DecisionQueue of={useDeposits()} />
}

/** Transfers reported by merchants. Confirming one at the bank credits the wallet. */
function useDeposits(): Declaration<QueuedDeposit, Status> {
  const t = useWords(queueTexts)
  const status = (of: Status) => ({ one: t(`deposit.one.${of}`), many: t(`deposit.many.${of}`) })
  const doubled = ({ status, isKeyCredited }: QueuedDeposit) =>
    status === 'REPORTED' && isKeyCredited ? t('deposit.double') : null
  return {
    label: t('tab.depositos'),
    hint: t('deposit.hint'),
    empty: { title: t('deposit.empty'), hint: t('deposit.emptyHint') },
    statuses: {
      REPORTED: { tone: 'wait', ...status('REPORTED') },
      CREDITED: { tone: 'good', ...status('CREDITED') },
      REJECTED: { tone: 'bad', ...status('REJECTED') },
    },
    opensWith: 'REPORTED',
    waitsIn: ['REPORTED'],
    casesOf: depositCases,
    since: ({ reportedAt }) => reportedAt,
    columns: [
      { accessor: 'claveRastreo', title: t('trackingKey') },
      { accessor: 'paidOn', title: t('deposit.paidOn'), render: ({ paidOn }) => formatCalendarDay(paidOn) },
      { accessor: 'bank', title: t('deposit.bank'), render: ({ bank }) => bank ?? '—' },
    ],
    facts: (deposit) => [
      [t('merchant'), deposit.merchant.name],
      [t('trackingKey'), deposit.claveRastreo],
      [t('deposit.paidOn'), formatCalendarDay(deposit.paidOn)],
      [t('deposit.bank'), deposit.bank],
      [t('deposit.proof'), deposit.proof],
      [t('noted'), deposit.note],
      [t('since'), formatDateTime(deposit.reportedAt)],
      [t('decidedAt'), deposit.reviewedAt === null ? null : formatDateTime(deposit.reviewedAt)],
      [t('reason'), deposit.reviewReason],
    ],
    warning: doubled,
    decisions: (deposit) => {
      if (deposit.status !== 'REPORTED') return []
      const names = { amount: formatPesos(deposit.amountCentavos), merchant: deposit.merchant.name }
      return [
        {
          to: 'CREDITED',
          label: t('deposit.credit'),
          title: t('deposit.creditTitle', names),
          hint: t('deposit.creditHint'),
          isRefusal: false,
          barred: doubled(deposit),
          told: t('deposit.told.CREDITED', names),
        },
        {
          to: 'REJECTED',
          label: t('reject'),
          title: t('deposit.rejectTitle', names),
          hint: t('deposit.rejectHint'),
          isRefusal: true,
          told: t('deposit.told.REJECTED', names),
        },
      ]
    },
    send: ({ id }, to, { reason }) =>
      answer(
        api.PATCH('/pos/deposits/{id}/review', {
          params: { path: { id } },
          body: {
            status: to === 'CREDITED' ? 'CREDITED' : 'REJECTED',
            ...(reason !== undefined && { reason }),
          },
        }),
      ),
  }
}
