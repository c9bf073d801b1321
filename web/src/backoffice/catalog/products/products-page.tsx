import { Group, Text } from '@mantine/core'
import type { Category, Product, ProfileStore } from '@mostrador/client'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { DataTableColumn } from 'mantine-datatable'
import { useState } from 'react'
import { listSearch, usePageSearch } from '../../../desk/search/search.ts'
import { StorePage } from '../../../desk/store/store-page.tsx'
import { useProblemWords } from '../../../problems/problem-words.ts'
import { useMissingScope } from '../../../session/me/abilities.ts'
import { SearchField } from '../../../ui/fields/search-field.tsx'
import { formatPesos } from '../../../ui/format/money.ts'
import { EmptyShelf, NothingFound } from '../../../ui/illustrations/scenes.tsx'
import { DataList } from '../../../ui/lists/data-list.tsx'
import { AddButton } from '../../../ui/parts/add-button.tsx'
import { later } from '../../../ui/parts/later.tsx'
import { PageHeader } from '../../../ui/parts/page-header.tsx'
import { EmptyState } from '../../../ui/parts/states.tsx'
import { StatusChip } from '../../../ui/parts/status-chip.tsx'
import { refuseScan, useScans } from '../../../ui/scanner/meanings.ts'
import { uiTexts } from '../../../ui/words/texts.ts'
import { useWords } from '../../../ui/words/words.ts'
import { allCategoriesQuery } from '../categories/categories-query.ts'
import { productByCode, productsQuery } from './product-queries.ts'
import { productTexts } from './texts.ts'

const NamedPicture = later(async () => (await import('../../../ui/fields/named-picture.tsx')).NamedPicture)
const ProductForm = later(async () => (await import('./product-form.tsx')).ProductForm)
const FileMenu = later(async () => (await import('./file-menu.tsx')).FileMenu)
const BulkBar = later(async () => (await import('./bulk-bar.tsx')).BulkBar)

export function ProductsPage() {
  return <StorePage>{(store) => <Products store={store} />}</StorePage>
}

function Products({ store }: { store: ProfileStore }) {
  const t = useWords(productTexts)
  const tUi = useWords(uiTexts)
  const words = useProblemWords()
  const { search, change } = usePageSearch(listSearch)
  const listing = useInfiniteQuery(productsQuery(store.storeId, search.q))
  const { data: categories = [] } = useQuery(allCategoriesQuery(store.storeId))
  const barred = useMissingScope(store, 'POS_CATALOG_WRITE')
  const [opened, setOpened] = useState<{ record: Product | null } | null>(null)
  const [selected, setSelected] = useState<readonly Product[]>([])
  const unselect = (gone: readonly string[]) =>
    setSelected((now) => now.filter(({ id }) => !gone.includes(id)))
  useScans('screen', ({ code }) => {
    if (barred !== null) return { title: barred }
    productByCode(store.storeId, code)
      .then((record) => {
        if (record === undefined) refuseScan(code, { title: t('scanUnknown'), hint: t('scanUnknownHint') })
        // What the person has opened meanwhile stays.
        else setOpened((now) => now ?? { record })
      })
      .catch((error: unknown) => refuseScan(code, { title: words(error).title }))
    return null
  })
  return (
    <>
      <PageHeader title={t('title')} hint={t('hint')}>
        <FileMenu storeId={store.storeId} barred={barred} />
        <AddButton reason={barred} onClick={() => setOpened({ record: null })}>
          {t('add')}
        </AddButton>
      </PageHeader>
      <Group mb="md">
        <SearchField value={search.q ?? ''} onSearch={(q) => change({ q })} />
      </Group>
      {selected.length > 0 && (
        <BulkBar
          storeId={store.storeId}
          products={selected}
          categories={categories}
          onMissing={unselect}
          onDone={() => setSelected([])}
        />
      )}
      <DataList
        label={t('title')}
        listing={listing}
        columns={useColumns(categories)}
        idOf={(product) => product.id}
        describeError={words}
        onOpen={barred === null ? (record) => setOpened({ record }) : undefined}
        selection={
          barred !== null
            ? undefined
            : {
                selected,
                onSelect: setSelected,
                labelOf: ({ name }) => t('select', { name }),
                labelOfAll: t('selectAll'),
              }
        }
        empty={
          search.q === undefined ? (
            <EmptyState picture={<EmptyShelf />} title={t('empty')} hint={t('emptyHint')} />
          ) : (
            <EmptyState picture={<NothingFound />} title={tUi('noMatches')} hint={tUi('noMatchesHint')} />
          )
        }
      />
      {opened !== null && (
        <ProductForm
          key={opened.record?.id ?? 'new'}
          storeId={store.storeId}
          product={opened.record}
          categories={categories}
          onRemoved={(id) => unselect([id])}
          onClose={() => setOpened(null)}
        />
      )}
    </>
  )
}

function useColumns(categories: readonly Category[]): DataTableColumn<Product>[] {
  const t = useWords(productTexts)
  const categoryOf = new Map(categories.map((category) => [category.id, category]))
  return [
    {
      accessor: 'name',
      title: t('name'),
      render: ({ name, picture, categoryId }) => (
        <Group gap="sm" wrap="nowrap">
          <span style={{ width: 40, flex: 'none' }}>
            <NamedPicture
              picture={picture}
              name={name}
              color={categoryOf.get(categoryId ?? '')?.color}
              size={40}
            />
          </span>
          <Text fw={600}>{name}</Text>
        </Group>
      ),
    },
    { accessor: 'sku', title: t('sku'), render: ({ sku }) => sku ?? '—' },
    {
      accessor: 'categoryId',
      title: t('category'),
      render: ({ categoryId }) => categoryOf.get(categoryId ?? '')?.name ?? '—',
    },
    {
      accessor: 'priceCentavos',
      title: t('price'),
      textAlign: 'right',
      render: ({ priceCentavos }) => <span className="figures">{formatPesos(priceCentavos)}</span>,
    },
    {
      accessor: 'isActive',
      title: t('state'),
      render: ({ isActive }) => (
        <StatusChip tone={isActive ? 'good' : 'idle'}>{isActive ? t('active') : t('inactive')}</StatusChip>
      ),
    },
  ]
}
