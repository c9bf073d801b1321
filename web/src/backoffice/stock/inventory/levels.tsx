import { Group, SegmentedControl, Text } from '@mantine/core'
import type { ProfileStore, StockLevel } from '@mostrador/client'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { DataTableColumn } from 'mantine-datatable'
import { useState } from 'react'
import { usePageSearch } from '../../../desk/search/search.ts'
import { useProblemWords } from '../../../problems/problem-words.ts'
import { SearchField } from '../../../ui/fields/search-field.tsx'
import { formatQuantity } from '../../../ui/format/quantity.ts'
import { EmptyShelf, NothingFound } from '../../../ui/illustrations/scenes.tsx'
import { DataList } from '../../../ui/lists/data-list.tsx'
import { later } from '../../../ui/parts/later.tsx'
import { EmptyState } from '../../../ui/parts/states.tsx'
import { StatusChip } from '../../../ui/parts/status-chip.tsx'
import { refuseScan, useScans } from '../../../ui/scanner/meanings.ts'
import { useWords } from '../../../ui/words/words.ts'
import { type Goods, goodsByCode } from './goods.ts'
import { levelOf, levelsQuery } from './queries.ts'
import { inventorySearch } from './search.ts'
import { inventoryTexts } from './texts.ts'

const LevelDrawer = later(async () => (await import('./level-drawer.tsx')).LevelDrawer)

interface Props {
  store: ProfileStore
  goods: ReadonlyMap<string, Goods>
  /** Why levels cannot be changed, in words; `null` when they can. */
  barred: string | null
}

/** Stock levels; a row opens its movements. */
export function Levels({ store, goods, barred }: Props) {
  const t = useWords(inventoryTexts)
  const words = useProblemWords()
  const [isLow, setIsLow] = useState(false)
  const [opened, setOpened] = useState<StockLevel | null>(null)
  const { search, change } = usePageSearch(inventorySearch)
  const { q } = search
  const listing = useInfiniteQuery(levelsQuery(store.storeId, { isLow, q }))
  useScans('screen', ({ code }) => {
    const scanned = goodsByCode(goods.values(), code)
    if (scanned === undefined) return { title: t('notKept') }
    const { variantId, name } = scanned
    levelOf(variantId)
      .then((level) => {
        if (level === undefined) refuseScan(code, { title: t('noLevel', { name }), hint: t('emptyHint') })
        // What the person has opened meanwhile stays.
        else setOpened((now) => now ?? level)
      })
      .catch((error: unknown) => refuseScan(code, { title: words(error).title }))
    return null
  })
  return (
    <>
      <Group mb="md" gap="sm">
        <SearchField label={t('search')} value={q ?? ''} onSearch={(typed) => change({ q: typed })} />
        <SegmentedControl
          value={isLow ? 'low' : 'all'}
          onChange={(value) => setIsLow(value === 'low')}
          data={[
            { value: 'all', label: t('all') },
            { value: 'low', label: t('low') },
          ]}
        />
      </Group>
      <DataList
        label={t('levels')}
        listing={listing}
        idOf={(level) => level.id}
        onOpen={setOpened}
        describeError={words}
        columns={useColumns(goods)}
        empty={
          q === undefined ? (
            <EmptyState
              picture={<EmptyShelf />}
              title={isLow ? t('emptyLow') : t('empty')}
              hint={isLow ? t('emptyLowHint') : t('emptyHint')}
            />
          ) : (
            <EmptyState picture={<NothingFound />} title={t('notFound')} hint={t('notFoundHint')} />
          )
        }
      />
      {opened !== null && (
        <LevelDrawer
          key={opened.id}
          level={opened}
          storeId={store.storeId}
          goods={goods}
          barred={barred}
          onClose={() => setOpened(null)}
        />
      )}
    </>
  )
}

function useColumns(goods: ReadonlyMap<string, Goods>): DataTableColumn<StockLevel>[] {
  const t = useWords(inventoryTexts)
  return [
    {
      accessor: 'variantId',
      title: t('product'),
      render: ({ variantId }) => <Text fw={600}>{goods.get(variantId)?.name ?? t('unknown')}</Text>,
    },
    {
      accessor: 'sku',
      title: t('sku'),
      render: ({ variantId }) => goods.get(variantId)?.sku ?? '—',
    },
    {
      accessor: 'onHand',
      title: t('onHand'),
      textAlign: 'right',
      render: ({ onHand, variantId }) => (
        <span className="figures">
          {formatQuantity(onHand)} {t(`unit.${goods.get(variantId)?.unit ?? 'PIECE'}`)}
        </span>
      ),
    },
    {
      accessor: 'reorderPoint',
      title: t('reorderPoint'),
      textAlign: 'right',
      render: ({ reorderPoint }) => (
        <span className="figures">{reorderPoint === null ? '—' : formatQuantity(reorderPoint)}</span>
      ),
    },
    {
      accessor: 'isLow',
      title: t('state'),
      render: (level) => (
        <StatusChip tone={level.isLow ? 'wait' : 'good'}>
          {level.isLow ? t('isLow') : t('isEnough')}
        </StatusChip>
      ),
    },
  ]
}
