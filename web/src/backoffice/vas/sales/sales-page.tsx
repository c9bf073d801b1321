import { Group, SegmentedControl, Text } from '@mantine/core'
import type { ProfileStore, VasSale, VasSaleStatus } from '@mostrador/client'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { DataTableColumn } from 'mantine-datatable'
import { answer, api } from '../../../api/client.ts'
import { pagesQuery } from '../../../api/lists.ts'
import { ExportButton, useExportNote } from '../../../desk/export/export-button.tsx'
import { lastDays } from '../../../desk/export/last-days.ts'
import { usePageSearch } from '../../../desk/search/search.ts'
import { StorePage } from '../../../desk/store/store-page.tsx'
import { SaleStatusChip } from '../../../outcomes/sale-status.tsx'
import { useProblemWords } from '../../../problems/problem-words.ts'
import { useMissingPageIn } from '../../../session/me/abilities.ts'
import { SearchField } from '../../../ui/fields/search-field.tsx'
import { formatDateTime } from '../../../ui/format/dates.ts'
import { groupByFour } from '../../../ui/format/groups.ts'
import { formatPesos } from '../../../ui/format/money.ts'
import { groupPhone } from '../../../ui/format/phone.ts'
import { EmptyTicket } from '../../../ui/illustrations/scenes.tsx'
import { DataList } from '../../../ui/lists/data-list.tsx'
import { Counted } from '../../../ui/parts/counted.tsx'
import { later } from '../../../ui/parts/later.tsx'
import { PageHeader } from '../../../ui/parts/page-header.tsx'
import { EmptyState } from '../../../ui/parts/states.tsx'
import { useWords } from '../../../ui/words/words.ts'
import { salesSearch, statuses } from './search.ts'
import { saleTexts } from './texts.ts'

const SaleDrawer = later(async () => (await import('./sale-drawer.tsx')).SaleDrawer)
const salesQuery = (storeId: string, status: VasSaleStatus | undefined, q: string | undefined) =>
  pagesQuery(['sales', 'list', storeId, status, q], (cursor, signal) =>
    answer(
      api.GET('/vas/sales', {
        params: {
          query: {
            storeId,
            limit: 50,
            ...(status !== undefined && { status }),
            ...(q !== undefined && { q }),
            ...(cursor !== undefined && { cursor }),
          },
        },
        signal,
      }),
    ),
  )

export function SalesPage() {
  return <StorePage>{(store) => <Sales store={store} />}</StorePage>
}

function Sales({ store }: { store: ProfileStore }) {
  const { storeId } = store
  const t = useWords(saleTexts)
  const words = useProblemWords()
  const { search, change } = usePageSearch(salesSearch)
  const status = search.estado
  const listing = useInfiniteQuery(salesQuery(storeId, status, search.q))
  const pending = useInfiniteQuery(salesQuery(storeId, 'PENDING', undefined))
  const waiting = { count: pending.data?.length ?? 0, isMore: pending.hasNextPage }
  const isNarrowed = status !== undefined || search.q !== undefined
  return (
    <>
      <PageHeader title={t('title')} hint={t('hint')}>
        <ExportButton
          note={useExportNote({ q: search.q })}
          reason={useMissingPageIn(store, 'reports')}
          load={(format) => {
            const query = { storeId, ...lastDays(), ...(status !== undefined && { status }), format }
            return api.GET('/vas/sales/export', { params: { query }, parseAs: 'blob' })
          }}
        />
      </PageHeader>
      <Group mb="md">
        <SearchField value={search.q ?? ''} label={t('search')} onSearch={(q) => change({ q })} />
        <SegmentedControl
          value={status ?? ''}
          onChange={(value) => change({ estado: value })}
          data={[
            { value: '', label: t('all') },
            ...statuses.map((each) => ({
              value: each as string,
              label:
                each === 'PENDING' ? (
                  <Counted label={t('status.PENDING')} of={waiting} />
                ) : (
                  t(`status.${each}`)
                ),
            })),
          ]}
        />
      </Group>
      <DataList
        label={t('title')}
        listing={listing}
        columns={useColumns()}
        idOf={(sale) => sale.id}
        describeError={words}
        onOpen={(sale) => change({ ver: sale.id })}
        empty={
          <EmptyState
            picture={<EmptyTicket />}
            title={isNarrowed ? t('emptyFilter') : t('empty')}
            hint={isNarrowed ? undefined : t('emptyHint')}
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

function useColumns(): DataTableColumn<VasSale>[] {
  const t = useWords(saleTexts)
  return [
    { accessor: 'createdAt', title: t('when'), render: ({ createdAt }) => formatDateTime(createdAt) },
    { accessor: 'folio', title: t('folio') },
    {
      accessor: 'product.name',
      title: t('product'),
      render: ({ product }) =>
        product.name.startsWith(product.provider.name)
          ? product.name
          : `${product.provider.name} ${product.name}`,
    },
    {
      accessor: 'reference',
      title: t('number'),
      render: ({ kind, reference }) => (
        <span className="figures">
          {kind === 'airtime' ? groupPhone(reference ?? '') : groupByFour(reference ?? '')}
        </span>
      ),
    },
    { accessor: 'cashier.name', title: t('cashier') },
    {
      accessor: 'totalCentavos',
      title: t('total'),
      textAlign: 'right',
      render: ({ totalCentavos }) => (
        <Text fw={600} className="figures">
          {formatPesos(totalCentavos)}
        </Text>
      ),
    },
    {
      accessor: 'status',
      title: t('state'),
      render: ({ status }) => <SaleStatusChip status={status} />,
    },
  ]
}
