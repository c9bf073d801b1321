import { SegmentedControl, Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { DataTableColumn } from 'mantine-datatable'
import { useState } from 'react'
import type { StockLevel, StoreAbility } from '../../api/types.ts'
import { useProblemWords } from '../../session/problem-words.ts'
import { DataList } from '../../ui/data-list.tsx'
import { EmptyShelf } from '../../ui/illustrations/scenes.tsx'
import { later } from '../../ui/later.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { StatusChip } from '../../ui/status-chip.tsx'
import { useBackofficeWords } from '../words.ts'
import { formatQuantity, type Goods } from './goods.ts'
import { levelsQuery } from './queries.ts'

const LevelDrawer = later(async () => (await import('./level-drawer.tsx')).LevelDrawer)

interface Props {
  store: StoreAbility
  goods: ReadonlyMap<string, Goods>
  /** Why levels may not be changed, in words; `null`: they may. */
  barred: string | null
}

/** What is on the shelf; a row opens why. */
export function Levels({ store, goods, barred }: Props) {
  const t = useBackofficeWords()
  const words = useProblemWords()
  const [isLow, setIsLow] = useState(false)
  const [opened, setOpened] = useState<StockLevel | null>(null)
  const listing = useInfiniteQuery(levelsQuery(store.storeId, isLow))
  return (
    <>
      <SegmentedControl
        mb="md"
        value={isLow ? 'low' : 'all'}
        onChange={(value) => setIsLow(value === 'low')}
        data={[
          { value: 'all', label: t('inventory.all') },
          { value: 'low', label: t('inventory.low') },
        ]}
      />
      <DataList
        label={t('inventory.levels')}
        listing={listing}
        idOf={(level) => level.id}
        onOpen={setOpened}
        describeError={words}
        columns={useColumns(goods)}
        empty={
          <EmptyState
            picture={<EmptyShelf />}
            title={isLow ? t('inventory.emptyLow') : t('inventory.empty')}
            hint={isLow ? t('inventory.emptyLowHint') : t('inventory.emptyHint')}
          />
        }
      />
      {opened !== null && (
        <LevelDrawer
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
  const t = useBackofficeWords()
  return [
    {
      accessor: 'variantId',
      title: t('inventory.product'),
      render: ({ variantId }) => <Text fw={600}>{goods.get(variantId)?.name ?? t('inventory.unknown')}</Text>,
    },
    {
      accessor: 'sku',
      title: t('inventory.sku'),
      render: ({ variantId }) => goods.get(variantId)?.sku ?? '—',
    },
    {
      accessor: 'onHand',
      title: t('inventory.onHand'),
      textAlign: 'right',
      render: ({ onHand, variantId }) => (
        <span className="figures">
          {formatQuantity(onHand)} {t(`inventory.unit.${goods.get(variantId)?.unit ?? 'PIECE'}`)}
        </span>
      ),
    },
    {
      accessor: 'reorderPoint',
      title: t('inventory.reorderPoint'),
      textAlign: 'right',
      render: ({ reorderPoint }) => (
        <span className="figures">{reorderPoint === null ? '—' : formatQuantity(reorderPoint)}</span>
      ),
    },
    {
      accessor: 'isLow',
      title: t('inventory.state'),
      render: (level) => (
        <StatusChip tone={level.isLow ? 'wait' : 'good'}>
          {level.isLow ? t('inventory.isLow') : t('inventory.isEnough')}
        </StatusChip>
      ),
    },
  ]
}
