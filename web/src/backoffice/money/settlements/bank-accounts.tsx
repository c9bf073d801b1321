import { Text } from '@mantine/core'
import type { BankAccount } from '@mostrador/client'
import type { DataTableColumn } from 'mantine-datatable'
import { useProblemWords } from '../../../problems/problem-words.ts'
import { formatDay } from '../../../ui/format/dates.ts'
import { EmptyPurse } from '../../../ui/illustrations/scenes.tsx'
import { DataList, type Listing } from '../../../ui/lists/data-list.tsx'
import { EmptyState } from '../../../ui/parts/states.tsx'
import { StatusChip } from '../../../ui/parts/status-chip.tsx'
import { useWords } from '../../../ui/words/words.ts'
import { settlementTexts } from './texts.ts'

const tones = { PENDING: 'wait', VERIFIED: 'good', REJECTED: 'bad', EXPIRED: 'idle' } as const

/** The merchant's bank accounts. Only the last digits of a CLABE are known. */
export function BankAccounts({ listing }: { listing: Listing<BankAccount> }) {
  const t = useWords(settlementTexts)
  const words = useProblemWords()
  return (
    <DataList
      label={t('accounts')}
      listing={listing}
      columns={useColumns()}
      idOf={(account) => account.id}
      describeError={words}
      empty={<EmptyState picture={<EmptyPurse />} title={t('accountsEmpty')} hint={t('accountsEmptyHint')} />}
    />
  )
}

function useColumns(): DataTableColumn<BankAccount>[] {
  const t = useWords(settlementTexts)
  return [
    {
      accessor: 'bank.name',
      title: t('bank'),
      render: ({ bank }) => <Text fw={600}>{bank.name}</Text>,
    },
    {
      accessor: 'clabeLastFour',
      title: t('ending'),
      render: ({ clabeLastFour }) => <span className="figures">•••• {clabeLastFour}</span>,
    },
    { accessor: 'holder', title: t('holder') },
    { accessor: 'addedAt', title: t('added'), render: ({ addedAt }) => formatDay(addedAt) },
    {
      accessor: 'status',
      title: t('state'),
      render: ({ status }) => <StatusChip tone={tones[status]}>{t(`accountStatus.${status}`)}</StatusChip>,
    },
    {
      accessor: 'reason',
      title: t('reason'),
      render: ({ status, reason }) => (status === 'EXPIRED' ? t('expired') : (reason ?? '—')),
    },
  ]
}
