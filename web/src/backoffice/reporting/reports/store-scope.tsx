import { NativeSelect } from '@mantine/core'
import type { ProfileStore } from '@mostrador/client'
import { usePageSearch } from '../../../desk/search/search.ts'
import { useMe } from '../../../session/me/me.ts'
import { useWords } from '../../../ui/words/words.ts'
import { everyStore, reportsSearch, scopeSearch } from './search.ts'
import { reportTexts } from './texts.ts'

/** The `storeId` parameter: the selected store, or none for all that the person is responsible for. */
export function useScope(store: ProfileStore): { storeId?: string } {
  const { search } = usePageSearch(scopeSearch)
  return search.tiendas === everyStore ? {} : { storeId: store.storeId }
}

/** Hidden for people who are responsible for one store only. */
export function StoreScope({ store }: { store: ProfileStore }) {
  const t = useWords(reportTexts)
  const { search, change } = usePageSearch(reportsSearch)
  const answersFor = useMe().stores.filter(({ role }) => role !== 'cashier')
  if (answersFor.length < 2) return null
  return (
    <NativeSelect
      label={t('scope')}
      value={search.tiendas ?? ''}
      data={[
        { value: '', label: store.name },
        { value: everyStore, label: t('everyStore') },
      ]}
      // A category belongs to one store.
      onChange={(event) => change({ tiendas: event.currentTarget.value, categoria: undefined })}
    />
  )
}
