import { Group, NativeSelect, SegmentedControl, SimpleGrid, Skeleton, Stack, Text } from '@mantine/core'
import type { InventoryItem, ProfileStore } from '@mostrador/client'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { DataTableColumn } from 'mantine-datatable'
import { usePageSearch } from '../../../desk/search/search.ts'
import { useProblemWords } from '../../../problems/problem-words.ts'
import { SearchField } from '../../../ui/fields/search-field.tsx'
import { formatPesos } from '../../../ui/format/money.ts'
import { formatQuantity } from '../../../ui/format/quantity.ts'
import { EmptyShelf, NothingFound } from '../../../ui/illustrations/scenes.tsx'
import { DataList } from '../../../ui/lists/data-list.tsx'
import { Figure } from '../../../ui/parts/figure.tsx'
import { EmptyState } from '../../../ui/parts/states.tsx'
import { StatusChip } from '../../../ui/parts/status-chip.tsx'
import { useWords } from '../../../ui/words/words.ts'
import { allCategoriesQuery } from '../../catalog/categories/categories-query.ts'
import { type InventoryAsked, inventoryQuery, inventoryTotalsQuery } from './queries.ts'
import { low, reportsSearch } from './search.ts'
import { StoreScope, useScope } from './store-scope.tsx'
import { reportTexts } from './texts.ts'

/** The inventory filter in the address, without a category that the page could not show: one of another store. */
export function useInventoryAsked(store: ProfileStore): InventoryAsked {
  const { search } = usePageSearch(reportsSearch)
  const { categoria } = search
  const scope = useScope(store)
  const categories = useQuery(allCategoriesQuery(store.storeId))
  const isOfStore = categories.isPending || categories.data?.some(({ id }) => id === categoria) === true
  return {
    ...scope,
    ...(search.q !== undefined && { q: search.q }),
    ...(categoria !== undefined && scope.storeId !== undefined && isOfStore && { categoryId: categoria }),
    ...(search.filtro === low && { isLow: true as const }),
  }
}

/** Stock on hand and its value. */
export function InventoryReport({ store }: { store: ProfileStore }) {
  const t = useWords(reportTexts)
  const words = useProblemWords()
  const { search, change } = usePageSearch(reportsSearch)
  const asked = useInventoryAsked(store)
  const listing = useInfiniteQuery(inventoryQuery(asked))
  const categories = useQuery(allCategoriesQuery(store.storeId))
  const isNarrowed = asked.q !== undefined || asked.categoryId !== undefined || asked.isLow === true
  return (
    <Stack gap="lg">
      <Group gap="sm" align="flex-end">
        <StoreScope store={store} />
        <SearchField label={t('inventory.search')} value={search.q ?? ''} onSearch={(q) => change({ q })} />
        {asked.storeId !== undefined && (
          <NativeSelect
            aria-label={t('inventory.category')}
            value={asked.categoryId ?? ''}
            data={[
              { value: '', label: t('inventory.everyCategory') },
              ...(categories.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
            ]}
            onChange={(event) => change({ categoria: event.currentTarget.value })}
          />
        )}
        <SegmentedControl
          aria-label={t('inventory.filter')}
          value={asked.isLow === true ? low : ''}
          data={[
            { value: '', label: t('inventory.every') },
            { value: low, label: t('inventory.low') },
          ]}
          onChange={(value) => change({ filtro: value })}
        />
      </Group>
      <Worth asked={asked} />
      <DataList
        label={t('tab.inventory')}
        listing={listing}
        columns={useColumns(asked.storeId === undefined)}
        idOf={({ storeId, variantId }) => `${storeId}${variantId}`}
        describeError={words}
        empty={
          isNarrowed ? (
            <EmptyState
              picture={<NothingFound />}
              title={t('inventory.noneFound')}
              hint={t('inventory.noneFoundHint')}
            />
          ) : (
            <EmptyState
              picture={<EmptyShelf />}
              title={t('inventory.empty')}
              hint={t('inventory.emptyHint')}
            />
          )
        }
      />
    </Stack>
  )
}

/** The totals. Cost is only shown to people who may read it. */
function Worth({ asked }: { asked: InventoryAsked }) {
  const t = useWords(reportTexts)
  const { data: totals } = useQuery(inventoryTotalsQuery(asked))
  if (totals === undefined) return <Skeleton height={124} radius="lg" />
  if (totals === null) return null
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, lg: 4 }} spacing="lg">
      <Figure label={t('inventory.items')} value={formatQuantity(totals.itemCount)} />
      <Figure
        label={t('inventory.lowItems')}
        value={formatQuantity(totals.lowCount)}
        hint={t('inventory.lowHint')}
      />
      <Figure label={t('inventory.priceValue')} value={formatPesos(totals.priceValueCentavos)} />
      {totals.costValueCentavos !== null && (
        <Figure
          label={t('inventory.costValue')}
          value={formatPesos(totals.costValueCentavos)}
          hint={
            totals.unknownCostCount === 0
              ? t('inventory.knownCost')
              : t('inventory.unknownCost', { count: totals.unknownCostCount ?? 0 })
          }
        />
      )}
    </SimpleGrid>
  )
}

function useColumns(isOfMany: boolean): DataTableColumn<InventoryItem>[] {
  const t = useWords(reportTexts)
  const money = (
    accessor: 'unitCostCentavos' | 'unitPriceCentavos' | 'priceValueCentavos' | 'costValueCentavos',
    title: string,
  ): DataTableColumn<InventoryItem> => ({
    accessor,
    title,
    textAlign: 'right',
    render: (row) => (
      <span className="figures">{row[accessor] === null ? '—' : formatPesos(row[accessor])}</span>
    ),
  })
  return [
    {
      accessor: 'productName',
      title: t('inventory.product'),
      render: ({ productName, variantName, sku }) => (
        <>
          <Text fw={500}>{variantName === null ? productName : `${productName} · ${variantName}`}</Text>
          {sku !== null && (
            <Text size="sm" c="dimmed">
              {sku}
            </Text>
          )}
        </>
      ),
    },
    ...(isOfMany ? [{ accessor: 'storeName' as const, title: t('inventory.store') }] : []),
    {
      accessor: 'categoryName',
      title: t('inventory.categoryName'),
      render: ({ categoryName }) => categoryName ?? t('noCategory'),
    },
    {
      accessor: 'onHand',
      title: t('inventory.onHand'),
      textAlign: 'right',
      render: ({ onHand }) => <span className="figures">{formatQuantity(onHand)}</span>,
    },
    {
      accessor: 'isLow',
      title: t('inventory.state'),
      render: ({ isLow }) => (
        <StatusChip tone={isLow ? 'wait' : 'good'}>
          {t(isLow ? 'inventory.isLow' : 'inventory.isFine')}
        </StatusChip>
      ),
    },
    money('unitPriceCentavos', t('inventory.price')),
    money('priceValueCentavos', t('inventory.priceWorth')),
    money('costValueCentavos', t('inventory.costWorth')),
  ]
}
