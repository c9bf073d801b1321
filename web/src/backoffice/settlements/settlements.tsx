import { Button, Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { DataTableColumn } from 'mantine-datatable'
import type { Settlement } from '../../api/types.ts'
import { useProblemWords } from '../../session/problem-words.ts'
import { DataList } from '../../ui/data-list.tsx'
import { formatDateTime } from '../../ui/dates.ts'
import { EmptyTicket } from '../../ui/illustrations/scenes.tsx'
import { formatPesos } from '../../ui/money.ts'
import { RowActions } from '../../ui/row-actions.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { StatusChip } from '../../ui/status-chip.tsx'
import { useBackofficeWords } from '../words.ts'
import { settlementsQuery } from './queries.ts'

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

/** Payouts that were asked for, and how far they are. */
export function Settlements({ storeId, onCancel }: Props) {
  const t = useBackofficeWords()
  const words = useProblemWords()
  return (
    <DataList
      label={t('settlement.requests')}
      listing={useInfiniteQuery(settlementsQuery(storeId))}
      columns={useColumns(onCancel)}
      idOf={(settlement) => settlement.id}
      describeError={words}
      empty={
        <EmptyState
          picture={<EmptyTicket />}
          title={t('settlement.empty')}
          hint={t('settlement.emptyHint')}
        />
      }
    />
  )
}

function useColumns(onCancel: (settlement: Settlement) => void): DataTableColumn<Settlement>[] {
  const t = useBackofficeWords()
  return [
    {
      accessor: 'requestedAt',
      title: t('settlement.when'),
      render: ({ requestedAt }) => formatDateTime(requestedAt),
    },
    {
      accessor: 'amountCentavos',
      title: t('settlement.amount'),
      textAlign: 'right',
      render: ({ amountCentavos }) => (
        <Text fw={600} className="figures">
          {formatPesos(amountCentavos)}
        </Text>
      ),
    },
    {
      accessor: 'bankAccount.clabeLastFour',
      title: t('settlement.account'),
      render: ({ bankAccount }) => <span className="figures">•••• {bankAccount.clabeLastFour}</span>,
    },
    {
      accessor: 'status',
      title: t('settlement.state'),
      render: ({ status }) => (
        <StatusChip tone={tones[status]}>{t(`settlement.status.${status}`)}</StatusChip>
      ),
    },
    {
      accessor: 'claveRastreo',
      title: t('settlement.tracking'),
      render: ({ claveRastreo }) => <span className="figures">{claveRastreo ?? '—'}</span>,
    },
    {
      accessor: 'statusReason',
      title: t('settlement.reason'),
      render: ({ statusReason }) => statusReason ?? '—',
    },
    {
      accessor: 'id',
      title: '',
      render: (settlement) =>
        settlement.status === 'REQUESTED' && (
          <RowActions>
            <Button variant="subtle" color="red" onClick={() => onCancel(settlement)}>
              {t('settlement.cancel')}
            </Button>
          </RowActions>
        ),
    },
  ]
}
