import { Button, Text } from '@mantine/core'
import type { Settlement } from '@mostrador/client'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { DataTableColumn } from 'mantine-datatable'
import { useProblemWords } from '../../../problems/problem-words.ts'
import { formatDateTime } from '../../../ui/format/dates.ts'
import { formatPesos } from '../../../ui/format/money.ts'
import { EmptyTicket } from '../../../ui/illustrations/scenes.tsx'
import { DataList } from '../../../ui/lists/data-list.tsx'
import { RowActions } from '../../../ui/lists/row-actions.tsx'
import { EmptyState } from '../../../ui/parts/states.tsx'
import { StatusChip } from '../../../ui/parts/status-chip.tsx'
import { useWords } from '../../../ui/words/words.ts'
import { settlementsQuery } from './queries.ts'
import { settlementTexts } from './texts.ts'

const tones = {
  REQUESTED: 'wait',
  APPROVED: 'wait',
  PROCESSING: 'wait',
  PAID: 'good',
  RETURNED: 'undone',
  REJECTED: 'bad',
  CANCELED: 'idle',
  FAILED: 'bad',
} as const

interface Props {
  storeId: string
  onCancel: (settlement: Settlement) => void
}

/** Requested payouts and their status. */
export function Settlements({ storeId, onCancel }: Props) {
  const t = useWords(settlementTexts)
  const words = useProblemWords()
  return (
    <DataList
      label={t('requests')}
      listing={useInfiniteQuery(settlementsQuery(storeId))}
      columns={useColumns(onCancel)}
      idOf={(settlement) => settlement.id}
      describeError={words}
      empty={<EmptyState picture={<EmptyTicket />} title={t('empty')} hint={t('emptyHint')} />}
    />
  )
}

function useColumns(onCancel: (settlement: Settlement) => void): DataTableColumn<Settlement>[] {
  const t = useWords(settlementTexts)
  return [
    {
      accessor: 'requestedAt',
      title: t('when'),
      render: ({ requestedAt }) => formatDateTime(requestedAt),
    },
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
    {
      accessor: 'bankAccount.clabeLastFour',
      title: t('account'),
      render: ({ bankAccount }) => <span className="figures">•••• {bankAccount.clabeLastFour}</span>,
    },
    {
      accessor: 'status',
      title: t('state'),
      render: ({ status }) => <StatusChip tone={tones[status]}>{t(`status.${status}`)}</StatusChip>,
    },
    {
      accessor: 'claveRastreo',
      title: t('tracking'),
      render: ({ claveRastreo }) => <span className="figures">{claveRastreo ?? '—'}</span>,
    },
    {
      accessor: 'statusReason',
      title: t('reason'),
      render: ({ statusReason }) => statusReason ?? '—',
    },
    {
      accessor: 'id',
      title: '',
      render: (settlement) =>
        settlement.status === 'REQUESTED' && (
          <RowActions>
            <Button variant="subtle" color="red" onClick={() => onCancel(settlement)}>
              {t('cancel')}
            </Button>
          </RowActions>
        ),
    },
  ]
}
