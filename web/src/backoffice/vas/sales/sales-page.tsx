import { SegmentedControl, Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { DataTableColumn } from 'mantine-datatable'
import { answer, api } from '../../../api/client.ts'
import { pagesQuery } from '../../../api/lists.ts'
import type { Sale, SaleStatus } from '../../../api/types.ts'
import { ExportButton } from '../../../desk/export/export-button.tsx'
import { lastDays } from '../../../desk/export/last-days.ts'
import { useDeskSearch } from '../../../desk/search/desk-search.ts'
import { StorePage } from '../../../desk/store/store-page.tsx'
import { useProblemWords } from '../../../problems/problem-words.ts'
import { useMissingPage } from '../../../session/me/abilities.ts'
import { useSessionWords } from '../../../session/words/words.ts'
import { DataList } from '../../../ui/data-list.tsx'
import { formatDateTime } from '../../../ui/dates.ts'
import { groupByFour } from '../../../ui/groups.ts'
import { EmptyTicket } from '../../../ui/illustrations/scenes.tsx'
import { later } from '../../../ui/later.tsx'
import { formatPesos } from '../../../ui/money.ts'
import { PageHeader } from '../../../ui/page-header.tsx'
import { groupPhone } from '../../../ui/phone.ts'
import { EmptyState } from '../../../ui/states.tsx'
import { StatusChip } from '../../../ui/status-chip.tsx'
import { useBackofficeWords } from '../../words/words.ts'
import { statusTones } from './sale-tones.ts'

const SaleDrawer = later(async () => (await import('./sale-drawer.tsx')).SaleDrawer)
const statuses = Object.keys(statusTones) as SaleStatus[]

const salesQuery = (storeId: string, status: SaleStatus | undefined) =>
  pagesQuery(['sales', 'list', storeId, status], (cursor, signal) =>
    answer(
      api.GET('/vas/sales', {
        params: {
          query: {
            storeId,
            limit: 50,
            ...(status !== undefined && { status }),
            ...(cursor !== undefined && { cursor }),
          },
        },
        signal,
      }),
    ),
  )

export function SalesPage() {
  return <StorePage>{(store) => <Sales storeId={store.storeId} />}</StorePage>
}

function Sales({ storeId }: { storeId: string }) {
  const t = useBackofficeWords()
  const tSession = useSessionWords()
  const words = useProblemWords()
  const { search, change } = useDeskSearch()
  const status = statuses.find((each) => each === search.estado)
  const listing = useInfiniteQuery(salesQuery(storeId, status))
  return (
    <>
      <PageHeader title={t('sales.title')} hint={t('sales.hint')}>
        <ExportButton
          note={tSession('export.lastDays')}
          reason={useMissingPage('reports')}
          load={(format) => {
            const query = { storeId, ...lastDays(), ...(status !== undefined && { status }), format }
            return api.GET('/vas/sales/export', { params: { query }, parseAs: 'blob' })
          }}
        />
      </PageHeader>
      <SegmentedControl
        mb="md"
        value={status ?? ''}
        onChange={(value) => change({ estado: value })}
        data={[
          { value: '', label: t('sales.all') },
          ...statuses.map((each) => ({ value: each, label: t(`sales.status.${each}`) })),
        ]}
      />
      <DataList
        label={t('sales.title')}
        listing={listing}
        columns={useColumns()}
        idOf={(sale) => sale.id}
        describeError={words}
        onOpen={(sale) => change({ ver: sale.id })}
        empty={
          <EmptyState
            picture={<EmptyTicket />}
            title={status === undefined ? t('sales.empty') : t('sales.emptyFilter')}
            hint={status === undefined ? t('sales.emptyHint') : undefined}
          />
        }
      />
      <SaleDrawer
        saleId={search.ver}
        listed={listing.data?.find((sale) => sale.id === search.ver)}
        onClose={() => change({ ver: undefined })}
      />
    </>
  )
}

function useColumns(): DataTableColumn<Sale>[] {
  const t = useBackofficeWords()
  return [
    { accessor: 'createdAt', title: t('sales.when'), render: ({ createdAt }) => formatDateTime(createdAt) },
    { accessor: 'folio', title: t('sales.folio') },
    {
      accessor: 'product.name',
      title: t('sales.product'),
      render: ({ product }) =>
        product.name.startsWith(product.provider.name)
          ? product.name
          : `${product.provider.name} ${product.name}`,
    },
    {
      accessor: 'reference',
      title: t('sales.number'),
      render: ({ kind, reference }) => (
        <span className="figures">
          {kind === 'airtime' ? groupPhone(reference ?? '') : groupByFour(reference ?? '')}
        </span>
      ),
    },
    { accessor: 'cashier.name', title: t('sales.cashier') },
    {
      accessor: 'totalCentavos',
      title: t('sales.total'),
      textAlign: 'right',
      render: ({ totalCentavos }) => (
        <Text fw={600} className="figures">
          {formatPesos(totalCentavos)}
        </Text>
      ),
    },
    {
      accessor: 'status',
      title: t('sales.state'),
      render: ({ status }) => <StatusChip tone={statusTones[status]}>{t(`sales.one.${status}`)}</StatusChip>,
    },
  ]
}
