import { Group, SegmentedControl } from '@mantine/core'
import type { ChipUnit } from '@mostrador/client'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { DataTableColumn } from 'mantine-datatable'
import { usePageSearch } from '../../../desk/search/search.ts'
import { useProblemWords } from '../../../problems/problem-words.ts'
import { SearchField } from '../../../ui/fields/search-field.tsx'
import { formatDateTime } from '../../../ui/format/dates.ts'
import { groupByFour } from '../../../ui/format/groups.ts'
import { groupPhone } from '../../../ui/format/phone.ts'
import { EmptyShelf, NothingFound } from '../../../ui/illustrations/scenes.tsx'
import { DataList } from '../../../ui/lists/data-list.tsx'
import { later } from '../../../ui/parts/later.tsx'
import { EmptyState } from '../../../ui/parts/states.tsx'
import { StatusChip } from '../../../ui/parts/status-chip.tsx'
import { useWords } from '../../../ui/words/words.ts'
import { chipTones } from './chip-tones.ts'
import { chipProductsQuery, numbered, unitsQuery } from './queries.ts'
import { chipsSearch, statuses } from './search.ts'
import { chipTexts } from './texts.ts'

const ChipDrawer = later(async () => (await import('./chip-drawer.tsx')).ChipDrawer)

/** VOID is never written, so it is not offered as a filter. */
/** Single chips, filtered by state or number. */
export function ChipUnits({ storeId }: { storeId: string }) {
  const t = useWords(chipTexts)
  const words = useProblemWords()
  const { search, change } = usePageSearch(chipsSearch)
  const status = search.estado
  const isNarrowed = status !== undefined || search.q !== undefined
  const products = useQuery(chipProductsQuery(storeId))
  const names = new Map(products.data?.map(({ id, name }) => [id, name]))
  return (
    <>
      <Group mb="md" gap="sm">
        <SearchField isScanned label={t('search')} value={search.q ?? ''} onSearch={(q) => change({ q })} />
        <SegmentedControl
          aria-label={t('filter')}
          value={status ?? ''}
          onChange={(value) => change({ estado: value })}
          data={[
            { value: '', label: t('all') },
            ...statuses.map((each) => ({ value: each as string, label: t(`status.${each}`) })),
          ]}
        />
      </Group>
      <DataList
        label={t('tab.stock')}
        listing={useInfiniteQuery(unitsQuery(storeId, status, search.q))}
        columns={useColumns(names)}
        idOf={({ id }) => id}
        describeError={words}
        onOpen={({ id }) => change({ ver: id })}
        empty={
          isNarrowed ? (
            <EmptyState
              picture={<NothingFound />}
              title={t('noneFound')}
              hint={t(numbered(search.q) === null ? 'noNumber' : 'noneFoundHint')}
            />
          ) : (
            <EmptyState picture={<EmptyShelf />} title={t('empty')} hint={t('emptyHint')} />
          )
        }
      />
      {search.ver !== undefined && (
        <ChipDrawer
          key={search.ver}
          id={search.ver}
          names={names}
          onClose={() => change({ ver: undefined })}
        />
      )}
    </>
  )
}

function useColumns(names: ReadonlyMap<string, string>): DataTableColumn<ChipUnit>[] {
  const t = useWords(chipTexts)
  return [
    {
      accessor: 'iccid',
      title: t('iccid'),
      render: ({ iccid }) => <span className="figures">{groupByFour(iccid)}</span>,
    },
    {
      accessor: 'msisdn',
      title: t('msisdn'),
      render: ({ msisdn }) => <span className="figures">{msisdn === null ? '—' : groupPhone(msisdn)}</span>,
    },
    {
      accessor: 'productId',
      title: t('product'),
      render: ({ productId }) => names.get(productId) ?? '—',
    },
    { accessor: 'batch', title: t('batch'), render: ({ batch }) => batch ?? '—' },
    {
      accessor: 'updatedAt',
      title: t('since'),
      render: ({ activatedAt, soldAt, importedAt }) => formatDateTime(activatedAt ?? soldAt ?? importedAt),
    },
    {
      accessor: 'status',
      title: t('state'),
      render: ({ status }) => <StatusChip tone={chipTones[status]}>{t(`one.${status}`)}</StatusChip>,
    },
  ]
}
