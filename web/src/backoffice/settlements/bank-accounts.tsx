import { Text } from '@mantine/core'
import type { DataTableColumn } from 'mantine-datatable'
import type { BankAccount } from '../../api/types.ts'
import { useProblemWords } from '../../session/problem-words.ts'
import { DataList, type Listing } from '../../ui/data-list.tsx'
import { formatDay } from '../../ui/dates.ts'
import { EmptyPurse } from '../../ui/illustrations/scenes.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { StatusChip } from '../../ui/status-chip.tsx'
import { useBackofficeWords } from '../words.ts'

const tones = { PENDING: 'wait', VERIFIED: 'good', REJECTED: 'bad', EXPIRED: 'idle' } as const

/** The accounts that the merchant is paid to; of a CLABE its last digits alone are known. */
export function BankAccounts({ listing }: { listing: Listing<BankAccount> }) {
  const t = useBackofficeWords()
  const words = useProblemWords()
  return (
    <DataList
      label={t('settlement.accounts')}
      listing={listing}
      columns={useColumns()}
      idOf={(account) => account.id}
      describeError={words}
      empty={
        <EmptyState
          picture={<EmptyPurse />}
          title={t('settlement.accountsEmpty')}
          hint={t('settlement.accountsEmptyHint')}
        />
      }
    />
  )
}

function useColumns(): DataTableColumn<BankAccount>[] {
  const t = useBackofficeWords()
  return [
    {
      accessor: 'bank.name',
      title: t('settlement.bank'),
      render: ({ bank }) => <Text fw={600}>{bank.name}</Text>,
    },
    {
      accessor: 'clabeLastFour',
      title: t('settlement.ending'),
      render: ({ clabeLastFour }) => <span className="figures">•••• {clabeLastFour}</span>,
    },
    { accessor: 'holder', title: t('settlement.holder') },
    { accessor: 'addedAt', title: t('settlement.added'), render: ({ addedAt }) => formatDay(addedAt) },
    {
      accessor: 'status',
      title: t('settlement.state'),
      render: ({ status }) => (
        <StatusChip tone={tones[status]}>{t(`settlement.accountStatus.${status}`)}</StatusChip>
      ),
    },
    { accessor: 'reason', title: t('settlement.reason'), render: ({ reason }) => reason ?? '—' },
  ]
}
