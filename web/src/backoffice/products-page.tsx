import { Group, Text } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { answer, api } from '../api/client.ts'
import { pagesQuery } from '../api/lists.ts'
import type { StoreAbility } from '../api/types.ts'
import { useMissingScope } from '../session/abilities.ts'
import { useDeskSearch } from '../session/desk-search.ts'
import { EmptyShelf } from '../ui/illustrations/scenes.tsx'
import { later } from '../ui/later.tsx'
import { formatPesos } from '../ui/money.ts'
import { StatusChip } from '../ui/status-chip.tsx'
import { allCategoriesQuery } from './categories-query.ts'
import { RecordList } from './record-list.tsx'
import { StorePage } from './store-page.tsx'
import { useBackofficeWords } from './words.ts'

const productsQuery = (storeId: string, q: string | undefined) =>
  pagesQuery(['products', 'list', storeId, q], (cursor, signal) =>
    answer(
      api.GET('/pos/products', {
        params: {
          query: {
            storeId,
            sort: 'name',
            limit: 50,
            ...(q !== undefined && { q }),
            ...(cursor !== undefined && { cursor }),
          },
        },
        signal,
      }),
    ),
  )

const NamedPicture = later(async () => (await import('../ui/named-picture.tsx')).NamedPicture)
const ProductForm = later(async () => (await import('./product-form.tsx')).ProductForm)

export function ProductsPage() {
  return <StorePage>{(store) => <Products store={store} />}</StorePage>
}

function Products({ store }: { store: StoreAbility }) {
  const t = useBackofficeWords()
  const { search } = useDeskSearch()
  const listing = useInfiniteQuery(productsQuery(store.storeId, search.q))
  const { data: categories = [] } = useQuery(allCategoriesQuery(store.storeId))
  const categoryOf = new Map(categories.map((category) => [category.id, category]))
  return (
    <RecordList
      title={t('products.title')}
      hint={t('products.hint')}
      addLabel={t('products.add')}
      barred={useMissingScope(store, 'POS_CATALOG_WRITE')}
      listing={listing}
      idOf={(product) => product.id}
      columns={[
        {
          accessor: 'name',
          title: t('products.name'),
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
        { accessor: 'sku', title: t('products.sku'), render: ({ sku }) => sku ?? '—' },
        {
          accessor: 'categoryId',
          title: t('products.category'),
          render: ({ categoryId }) => categoryOf.get(categoryId ?? '')?.name ?? '—',
        },
        {
          accessor: 'priceCentavos',
          title: t('products.price'),
          textAlign: 'right',
          render: ({ priceCentavos }) => <span className="figures">{formatPesos(priceCentavos)}</span>,
        },
        {
          accessor: 'isActive',
          title: t('products.state'),
          render: ({ isActive }) => (
            <StatusChip tone={isActive ? 'good' : 'idle'}>
              {isActive ? t('products.active') : t('products.inactive')}
            </StatusChip>
          ),
        },
      ]}
      empty={{ picture: <EmptyShelf />, title: t('products.empty'), hint: t('products.emptyHint') }}
      form={(product, close) => (
        <ProductForm storeId={store.storeId} product={product} categories={categories} onClose={close} />
      )}
    />
  )
}
