import { Group, Paper, Skeleton, Stack, Text, Title } from '@mantine/core'
import type { WalletEntry } from '@mostrador/client'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { DataTableColumn } from 'mantine-datatable'
import { useState } from 'react'
import { api } from '../../../api/client.ts'
import { DownloadButton } from '../../../desk/export/download-button.tsx'
import { lastDays } from '../../../desk/export/last-days.ts'
import { StorePage } from '../../../desk/store/store-page.tsx'
import { useProblemWords } from '../../../problems/problem-words.ts'
import { AreaChart } from '../../../ui/charts/area-chart.tsx'
import { formatDateTime } from '../../../ui/format/dates.ts'
import { formatPesos } from '../../../ui/format/money.ts'
import { EmptyPurse } from '../../../ui/illustrations/scenes.tsx'
import { DataList } from '../../../ui/lists/data-list.tsx'
import { AddButton } from '../../../ui/parts/add-button.tsx'
import { later } from '../../../ui/parts/later.tsx'
import { PageHeader } from '../../../ui/parts/page-header.tsx'
import { EmptyState, ErrorState } from '../../../ui/parts/states.tsx'
import { useWords } from '../../../ui/words/words.ts'
import { Deposits } from '../deposits/deposits.tsx'
import { FundingAccount } from '../deposits/funding-account.tsx'
import { depositTexts } from '../deposits/texts.ts'
import { balanceQuery, entriesQuery } from './queries.ts'
import { walletTexts } from './texts.ts'
import classes from './wallet-page.module.css'

const ReportDialog = later(async () => (await import('../deposits/report-dialog.tsx')).ReportDialog)

export function WalletPage() {
  return <StorePage>{(store) => <Wallet storeId={store.storeId} />}</StorePage>
}

function Wallet({ storeId }: { storeId: string }) {
  const t = useWords(walletTexts)
  const tDeposit = useWords(depositTexts)
  const words = useProblemWords()
  const [isReporting, setReporting] = useState(false)
  const listing = useInfiniteQuery(entriesQuery(storeId))
  return (
    <>
      <PageHeader title={t('title')} hint={t('hint')}>
        <DownloadButton
          load={() =>
            api.GET('/pos/wallet/entries.csv', {
              params: { query: { storeId, ...lastDays() } },
              parseAs: 'blob',
            })
          }
        >
          {t('csv')}
        </DownloadButton>
        <AddButton onClick={() => setReporting(true)}>{tDeposit('report')}</AddButton>
      </PageHeader>
      <Balance storeId={storeId} entries={listing.data} />
      <DataList
        label={t('title')}
        listing={listing}
        columns={useColumns()}
        idOf={(entry) => String(entry.entryNo)}
        describeError={words}
        empty={<EmptyState picture={<EmptyPurse />} title={t('empty')} hint={t('emptyHint')} />}
      />
      <Stack mt="xl">
        <Title order={2}>{tDeposit('title')}</Title>
        <FundingAccount storeId={storeId} />
        <Deposits storeId={storeId} />
      </Stack>
      {isReporting && <ReportDialog storeId={storeId} onClose={() => setReporting(false)} />}
    </>
  )
}

/** The balance and its recent course. */
function Balance({ storeId, entries }: { storeId: string; entries: WalletEntry[] | undefined }) {
  const t = useWords(walletTexts)
  const words = useProblemWords()
  const wallet = useQuery({ ...balanceQuery(storeId), refetchInterval: 30_000 })
  if (wallet.data === undefined && wallet.error !== null) {
    return <ErrorState {...words(wallet.error)} onRetry={() => wallet.refetch()} />
  }
  if (wallet.data === undefined) return <Skeleton height={236} radius="lg" mb="lg" />
  const points = (entries ?? [])
    .map(({ postedAt, balanceAfterCentavos }) => ({
      atMs: Date.parse(postedAt),
      value: balanceAfterCentavos,
    }))
    .toReversed()
  return (
    <Paper withBorder className={classes['balance'] ?? ''}>
      <Group className={classes['sums'] ?? ''} align="flex-end">
        <div>
          <Text c="dimmed" fw={600}>
            {t('available')}
          </Text>
          <Title order={2} className={classes['available'] ?? ''}>
            {formatPesos(wallet.data.availableCentavos)}
          </Title>
        </div>
        <div>
          <Text c="dimmed" fw={600}>
            {t('held')}
          </Text>
          <Text fz="xl" fw={650} className="figures">
            {formatPesos(wallet.data.heldCentavos)}
          </Text>
        </div>
      </Group>
      {points.length > 1 && <AreaChart points={points} format={formatPesos} />}
    </Paper>
  )
}

function useColumns(): DataTableColumn<WalletEntry>[] {
  const t = useWords(walletTexts)
  return [
    { accessor: 'postedAt', title: t('when'), render: ({ postedAt }) => formatDateTime(postedAt) },
    { accessor: 'kind', title: t('kind'), render: ({ kind }) => t(`kinds.${kind}`) },
    { accessor: 'memo', title: t('memo'), render: ({ folio, memo }) => folio ?? memo ?? '—' },
    {
      accessor: 'amountCentavos',
      title: t('amount'),
      textAlign: 'right',
      render: ({ amountCentavos }) => (
        <Text className="figures" fw={600} c={amountCentavos > 0 ? 'var(--tone-good)' : 'var(--ink)'}>
          {amountCentavos > 0 ? '+' : ''}
          {formatPesos(amountCentavos)}
        </Text>
      ),
    },
    {
      accessor: 'balanceAfterCentavos',
      title: t('balance'),
      textAlign: 'right',
      render: ({ balanceAfterCentavos }) => (
        <span className="figures">{formatPesos(balanceAfterCentavos)}</span>
      ),
    },
  ]
}
