import { ColorInput, ColorSwatch, Group, NumberInput, Select, Text, TextInput } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { answer, api } from '../api/client.ts'
import { pagesQuery } from '../api/lists.ts'
import type { CategoryRecord, StoreAbility } from '../api/types.ts'
import { useMissingScope } from '../session/abilities.ts'
import { useDeskSearch } from '../session/desk-search.ts'
import { RecordDrawer } from '../session/record-drawer.tsx'
import { EmptyShelf } from '../ui/illustrations/scenes.tsx'
import { allCategoriesQuery } from './categories-query.ts'
import { RecordList } from './record-list.tsx'
import { StorePage } from './store-page.tsx'
import { useBackofficeWords } from './words.ts'

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

export function CategoriesPage() {
  return <StorePage>{(store) => <Categories store={store} />}</StorePage>
}

function Categories({ store }: { store: StoreAbility }) {
  const t = useBackofficeWords()
  const { search } = useDeskSearch()
  const listing = useInfiniteQuery(categoriesQuery(store.storeId, search.q))
  const { data: all = [] } = useQuery(allCategoriesQuery(store.storeId))
  const nameOf = new Map(all.map(({ id, name }) => [id, name]))
  return (
    <RecordList
      title={t('categories.title')}
      hint={t('categories.hint')}
      addLabel={t('categories.add')}
      barred={useMissingScope(store, 'POS_CATALOG_WRITE')}
      listing={listing}
      idOf={(category) => category.id}
      columns={[
        {
          accessor: 'name',
          title: t('categories.name'),
          render: ({ name, color }) => (
            <Group gap="sm">
              <ColorSwatch color={color ?? 'var(--line)'} size={18} withShadow={false} />
              <Text fw={600}>{name}</Text>
            </Group>
          ),
        },
        {
          accessor: 'parentId',
          title: t('categories.parent'),
          render: ({ parentId }) => nameOf.get(parentId ?? '') ?? '—',
        },
        { accessor: 'position', title: t('categories.position'), textAlign: 'right' },
      ]}
      empty={{ picture: <EmptyShelf />, title: t('categories.empty'), hint: t('categories.emptyHint') }}
      form={(category, close) => (
        <CategoryForm storeId={store.storeId} category={category} all={all} onClose={close} />
      )}
    />
  )
}

interface FormProps {
  storeId: string
  category: CategoryRecord | null
  all: readonly CategoryRecord[]
  onClose: () => void
}

function CategoryForm({ storeId, category, all, onClose }: FormProps) {
  const t = useBackofficeWords()
  return (
    <RecordDrawer
      title={category === null ? t('categories.add') : t('categories.edit')}
      refreshes={['categories']}
      onClose={onClose}
      initialValues={{
        name: category?.name ?? '',
        color: category?.color ?? '',
        parentId: category?.parentId ?? null,
        position: category?.position ?? all.length,
      }}
      required={['name']}
      save={({ color, ...values }) => {
        const body = { ...values, color: /^#[0-9a-f]{6}$/.test(color) ? color : null }
        return category === null
          ? answer(api.POST('/pos/categories', { body: { storeId, ...body } }))
          : answer(api.PATCH('/pos/categories/{id}', { params: { path: { id: category.id } }, body }))
      }}
      removal={
        category === null
          ? undefined
          : {
              sure: t('removeSure', { name: category.name }),
              hint: t('removeHint'),
              remove: () =>
                answer(api.DELETE('/pos/categories/{id}', { params: { path: { id: category.id } } })),
            }
      }
    >
      {(form) => (
        <>
          <TextInput label={t('categories.name')} required data-autofocus {...form.getInputProps('name')} />
          <ColorInput
            label={t('categories.color')}
            format="hex"
            swatches={['#0d6657', '#f5a90a', '#c43d2d', '#6a4a8f', '#12448f', '#6f6962']}
            {...form.getInputProps('color')}
          />
          <Select
            label={t('categories.parent')}
            placeholder={t('categories.noParent')}
            clearable
            data={all
              .filter(({ id }) => id !== category?.id)
              .map(({ id, name }) => ({ value: id, label: name }))}
            {...form.getInputProps('parentId')}
          />
          <NumberInput
            label={t('categories.position')}
            min={0}
            allowDecimal={false}
            {...form.getInputProps('position')}
          />
        </>
      )}
    </RecordDrawer>
  )
}
