import { ColorSwatch, Group, Text } from '@mantine/core'
import type { ProfileStore } from '@mostrador/client'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { answer, api } from '../../../api/client.ts'
import { pagesQuery } from '../../../api/lists.ts'
import { RecordList } from '../../../desk/records/record-list.tsx'
import { listSearch, usePageSearch } from '../../../desk/search/search.ts'
import { StorePage } from '../../../desk/store/store-page.tsx'
import { useMissingScope } from '../../../session/me/abilities.ts'
import { EmptyShelf } from '../../../ui/illustrations/scenes.tsx'
import { later } from '../../../ui/parts/later.tsx'
import { useWords } from '../../../ui/words/words.ts'
import { allCategoriesQuery } from './categories-query.ts'
import { categoryTexts } from './texts.ts'

const categoriesQuery = (storeId: string, q: string | undefined) =>
  pagesQuery(['categories', 'list', storeId, q], (cursor, signal) =>
    answer(
      api.GET('/pos/categories', {
        params: {
          query: {
            storeId,
            sort: 'position',
            limit: 50,
            ...(q !== undefined && { q }),
            ...(cursor !== undefined && { cursor }),
          },
        },
        signal,
      }),
    ),
  )

const CategoryForm = later(async () => (await import('./category-form.tsx')).CategoryForm)

export function CategoriesPage() {
  return <StorePage>{(store) => <Categories store={store} />}</StorePage>
}

function Categories({ store }: { store: ProfileStore }) {
  const t = useWords(categoryTexts)
  const { search } = usePageSearch(listSearch)
  const listing = useInfiniteQuery(categoriesQuery(store.storeId, search.q))
  const { data: all = [] } = useQuery(allCategoriesQuery(store.storeId))
  const nameOf = new Map(all.map(({ id, name }) => [id, name]))
  return (
    <RecordList
      title={t('title')}
      hint={t('hint')}
      addLabel={t('add')}
      barred={useMissingScope(store, 'POS_CATALOG_WRITE')}
      listing={listing}
      idOf={(category) => category.id}
      columns={[
        {
          accessor: 'name',
          title: t('name'),
          render: ({ name, color }) => (
            <Group gap="sm">
              <ColorSwatch color={color ?? 'var(--line)'} size={18} withShadow={false} />
              <Text fw={600}>{name}</Text>
            </Group>
          ),
        },
        {
          accessor: 'parentId',
          title: t('parent'),
          render: ({ parentId }) => nameOf.get(parentId ?? '') ?? '—',
        },
        { accessor: 'position', title: t('position'), textAlign: 'right' },
      ]}
      empty={{ picture: <EmptyShelf />, title: t('empty'), hint: t('emptyHint') }}
      form={(category, close) => (
        <CategoryForm storeId={store.storeId} category={category} all={all} onClose={close} />
      )}
    />
  )
}
