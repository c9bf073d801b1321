import { Text } from '@mantine/core'
import type { Deposit } from '@mostrador/client'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { DataTableColumn } from 'mantine-datatable'
import { useProblemWords } from '../../../problems/problem-words.ts'
import { formatCalendarDay, formatDateTime } from '../../../ui/format/dates.ts'
import { formatPesos } from '../../../ui/format/money.ts'
import { EmptyTicket } from '../../../ui/illustrations/scenes.tsx'
import { DataList } from '../../../ui/lists/data-list.tsx'
import { EmptyState } from '../../../ui/parts/states.tsx'
import { StatusChip } from '../../../ui/parts/status-chip.tsx'
import { useWords } from '../../../ui/words/words.ts'
import { depositsQuery } from './queries.ts'
import { depositTexts } from './texts.ts'

const tones = { REPORTED: 'wait', CREDITED: 'good', REJECTED: 'bad' } as const

/** Transfers that the merchant has reported, with their status. */
export function Deposits({ storeId }: { storeId: string }) {
  const t = useWords(depositTexts)
  const words = useProblemWords()
  return (
    <DataList
      label={t('title')}
      listing={useInfiniteQuery(depositsQuery(storeId))}
      columns={useColumns()}
      idOf={(deposit) => deposit.id}
      describeError={words}
      empty={<EmptyState picture={<EmptyTicket />} title={t('empty')} hint={t('emptyHint')} />}
    />
  )
}

function useColumns(): DataTableColumn<Deposit>[] {
  const t = useWords(depositTexts)
  return [
    { accessor: 'reportedAt', title: t('when'), render: ({ reportedAt }) => formatDateTime(reportedAt) },
    {
      accessor: 'amountCentavos',
      title: t('amount'),
      textAlign: 'right',
      render: ({ amountCentavos }) => (
        <Text fw={600} className="figures">
          {formatPesos(amountCentavos)}
        </Text>
      ),
    },
    { accessor: 'paidOn', title: t('paidOn'), render: ({ paidOn }) => formatCalendarDay(paidOn) },
    {
      accessor: 'claveRastreo',
      title: t('tracking'),
      render: ({ claveRastreo }) => <span className="figures">{claveRastreo}</span>,
    },
    {
      accessor: 'status',
      title: t('state'),
      render: ({ status }) => <StatusChip tone={tones[status]}>{t(`status.${status}`)}</StatusChip>,
    },
    { accessor: 'reviewReason', title: t('reason'), render: ({ reviewReason }) => reviewReason ?? '—' },
  ]
}
