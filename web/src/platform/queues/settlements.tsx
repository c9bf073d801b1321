import type { QueuedSettlement } from '@mostrador/client'
import { answer, api } from '../../api/client.ts'
import { formatDateTime } from '../../ui/format/dates.ts'
import { formatPesos } from '../../ui/format/money.ts'
import type { Tone } from '../../ui/illustrations/picture.tsx'
import { useWords } from '../../ui/words/words.ts'
import { DecisionQueue, type Declaration } from './decision-queue.tsx'
import { PayoutClabe } from './payout-clabe.tsx'
import { payoutWarning } from './payout-warning.ts'
import { settlementCases } from './queue-queries.ts'
import { queueTexts } from './texts.ts'

type Status = QueuedSettlement['status']

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
/** These end a payout without paying, and the merchant is told why. */
const refusals: readonly Status[] = ['REJECTED', 'FAILED', 'RETURNED']

export function SettlementQueue() {
  return <DecisionQueue of={useSettlements()} />
}

/** Payouts of wallets. The server says which decisions are possible; each asks for what it needs. */
function useSettlements(): Declaration<QueuedSettlement, Status> {
  const t = useWords(queueTexts)
  const statuses = Object.fromEntries(
    (Object.keys(tones) as Status[]).map((of) => [
      of,
      { tone: tones[of], one: t(`settlement.one.${of}`), many: t(`settlement.many.${of}`) },
    ]),
  ) as Declaration<QueuedSettlement, Status>['statuses']
  const warningOf = (row: QueuedSettlement) => {
    const warning = payoutWarning(row)
    return warning === null ? null : t(`settlement.warning.${warning}`)
  }
  return {
    label: t('tab.liquidaciones'),
    hint: t('settlement.hint'),
    empty: { title: t('settlement.empty'), hint: t('settlement.emptyHint') },
    statuses,
    opensWith: 'REQUESTED',
    waitsIn: ['REQUESTED', 'APPROVED', 'PROCESSING'],
    casesOf: settlementCases,
    since: ({ requestedAt }) => requestedAt,
    columns: [
      {
        accessor: 'bankAccount',
        title: t('settlement.account'),
        render: ({ bankAccount }) => `${bankAccount.holder} · •••• ${bankAccount.clabeLastFour}`,
      },
    ],
    facts: useFacts(),
    warning: warningOf,
    decisions: (row) =>
      row.nextStatuses.map((to) => {
        const { amountCentavos, merchant } = row
        const step = t(`settlement.step.${to}`)
        const amount = formatPesos(amountCentavos)
        return {
          to,
          label: step,
          title: t('settlement.stepTitle', { step, amount, merchant: merchant.name }),
          hint: t(`settlement.stepHint.${to}`),
          isRefusal: refusals.includes(to),
          barred: to === 'APPROVED' || to === 'PROCESSING' ? warningOf(row) : null,
          told: t('settlement.told', { status: t(`settlement.one.${to}`).toLowerCase() }),
          ...(to === 'PAID' && {
            ask: {
              label: t('trackingKey'),
              hint: t('settlement.trackingHint'),
              isRequired: true,
              maxLength: 30,
              pattern: '[A-Za-z0-9]{1,30}',
            },
          }),
        }
      }),
    send: ({ id }, to, { reason, answer: claveRastreo }) =>
      answer(
        api.PATCH('/pos/settlements/requests/{id}/status', {
          params: { path: { id } },
          body: {
            status: to,
            ...(reason !== undefined && { reason }),
            ...(to === 'PAID' && { claveRastreo }),
          },
        }),
      ),
    // A payout being sent is typed in at the bank, which needs the whole account number.
    body: ({ id, status }) => status === 'PROCESSING' && <PayoutClabe key={id} settlementId={id} />,
  }
}

function useFacts(): Declaration<QueuedSettlement, Status>['facts'] {
  const t = useWords(queueTexts)
  const when = (instant: string | null) => instant && formatDateTime(instant)
  return (settlement) => [
    [t('merchant'), settlement.merchant.name],
    [t('settlement.verified'), settlement.merchant.isVerified ? t('yes') : t('no')],
    [
      t('settlement.account'),
      `${settlement.bankAccount.holder} · ${t('bank.clabe')} •••• ${settlement.bankAccount.clabeLastFour}`,
    ],
    [t('since'), formatDateTime(settlement.requestedAt)],
    [t('settlement.approvedAt'), when(settlement.approvedAt)],
    [t('settlement.paidAt'), when(settlement.paidAt)],
    [t('trackingKey'), settlement.claveRastreo],
    [t('reason'), settlement.statusReason],
  ]
}
