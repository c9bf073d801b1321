import { Group, SegmentedControl } from '@mantine/core'
import type { Drawer, ProfileStore } from '@mostrador/client'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { DataTableColumn } from 'mantine-datatable'
import { api } from '../../../api/client.ts'
import { closedByAnother } from '../../../cash/closed-by-another.ts'
import { ExportButton } from '../../../desk/export/export-button.tsx'
import { lastDays } from '../../../desk/export/last-days.ts'
import { usePageSearch } from '../../../desk/search/search.ts'
import { StorePage } from '../../../desk/store/store-page.tsx'
import { useProblemWords } from '../../../problems/problem-words.ts'
import { formatDateTime } from '../../../ui/format/dates.ts'
import { formatPesos } from '../../../ui/format/money.ts'
import { EmptyTill, NothingFound } from '../../../ui/illustrations/scenes.tsx'
import { DataList } from '../../../ui/lists/data-list.tsx'
import { later } from '../../../ui/parts/later.tsx'
import { PageHeader } from '../../../ui/parts/page-header.tsx'
import { EmptyState } from '../../../ui/parts/states.tsx'
import { useWords } from '../../../ui/words/words.ts'
import { StoreScope, useScope } from '../../reporting/reports/store-scope.tsx'
import { DifferenceChip } from './difference-chip.tsx'
import { drawersQuery, type Filter } from './queries.ts'
import { filters, shiftsSearch } from './search.ts'
import { shiftDeskTexts } from './texts.ts'

const ShiftDrawer = later(async () => (await import('./shift-drawer.tsx')).ShiftDrawer)
export function ShiftsPage() {
  return <StorePage>{(store) => <Shifts store={store} />}</StorePage>
}

/** All shifts with their cashier and the difference of their drawer. */
function Shifts({ store }: { store: ProfileStore }) {
  const t = useWords(shiftDeskTexts)
  const words = useProblemWords()
  const { search, change } = usePageSearch(shiftsSearch)
  const filter = search.estado ?? 'todos'
  const scope = useScope(store)
  const listing = useInfiniteQuery(drawersQuery(scope, filter))
  return (
    <>
      <PageHeader title={t('title')} hint={t('hint')}>
        <ExportButton
          note={t('exportNote')}
          load={(format) =>
            api.GET('/pos/shift_reports/export', {
              params: { query: { ...scope, ...lastDays(), format } },
              parseAs: 'blob',
            })
          }
        />
      </PageHeader>
      <Group mb="md" gap="sm" align="flex-end">
        <StoreScope store={store} />
        <SegmentedControl
          aria-label={t('filter')}
          value={filter}
          data={filters.map((each) => ({ value: each, label: t(`filters.${each}`) }))}
          onChange={(value) => change({ estado: value === 'todos' ? undefined : value })}
        />
      </Group>
      <DataList
        label={t('title')}
        listing={listing}
        columns={useColumns(scope.storeId === undefined)}
        idOf={({ id }) => id}
        describeError={words}
        onOpen={({ id }) => change({ ver: id })}
        empty={<Nothing filter={filter} />}
      />
      {search.ver !== undefined && (
        <ShiftDrawer key={search.ver} id={search.ver} onClose={() => change({ ver: undefined })} />
      )}
    </>
  )
}

function Nothing({ filter }: { filter: Filter }) {
  const t = useWords(shiftDeskTexts)
  if (filter === 'todos')
    return <EmptyState picture={<EmptyTill />} title={t('empty')} hint={t('emptyHint')} />
  if (filter === 'diferencia')
    return <EmptyState picture={<EmptyTill />} title={t('noDifference')} hint={t('noDifferenceHint')} />
  return <EmptyState picture={<NothingFound />} title={t('emptyFilter')} hint={t('emptyFilterHint')} />
}

export function useColumns(isOfMany: boolean): DataTableColumn<Drawer>[] {
  const t = useWords(shiftDeskTexts)
  const money = (
    accessor: 'expectedCentavos' | 'countedCentavos',
    title: string,
  ): DataTableColumn<Drawer> => ({
    accessor,
    title,
    textAlign: 'right',
    render: (row) => (
      <span className="figures">{row[accessor] === null ? '—' : formatPesos(row[accessor])}</span>
    ),
  })
  return [
    { accessor: 'cashierName', title: t('cashier') },
    ...(isOfMany ? [{ accessor: 'storeName' as const, title: t('store') }] : []),
    {
      accessor: 'differenceCentavos',
      title: t('difference'),
      render: ({ differenceCentavos }) => <DifferenceChip differenceCentavos={differenceCentavos} />,
    },
    money('expectedCentavos', t('expected')),
    money('countedCentavos', t('counted')),
    { accessor: 'terminalName', title: t('terminal'), render: ({ terminalName }) => terminalName ?? '—' },
    { accessor: 'openedAt', title: t('opened'), render: ({ openedAt }) => formatDateTime(openedAt) },
    {
      accessor: 'closedAt',
      title: t('closed'),
      render: ({ closedAt }) => (closedAt === null ? '—' : formatDateTime(closedAt)),
    },
    { accessor: 'closedByName', title: t('closedBy'), render: (shift) => closedByAnother(shift) ?? '—' },
    {
      accessor: 'differenceReason',
      title: t('reason'),
      ellipsis: true,
      width: 200,
      render: ({ differenceReason }) => differenceReason ?? '—',
    },
  ]
}
