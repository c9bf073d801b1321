import type { ProfileStore } from '@mostrador/client'
import { useQuery } from '@tanstack/react-query'
import { StorePage } from '../../../desk/store/store-page.tsx'
import { useProblemWords } from '../../../problems/problem-words.ts'
import { PageHeader } from '../../../ui/parts/page-header.tsx'
import { ErrorState, RowSkeletons } from '../../../ui/parts/states.tsx'
import { useWords } from '../../../ui/words/words.ts'
import { themeTexts } from './texts.ts'
import { ThemeEditor } from './theme-editor.tsx'
import { editedThemeQuery } from './theme-query.ts'

export function ThemePage() {
  return <StorePage>{(store) => <Theme store={store} />}</StorePage>
}

function Theme({ store }: { store: ProfileStore }) {
  const t = useWords(themeTexts)
  const words = useProblemWords()
  const edited = useQuery(editedThemeQuery(store.storeId))
  return (
    <>
      <PageHeader title={t('title')} hint={t('hint')} />
      {edited.data !== undefined ? (
        <ThemeEditor key={edited.data.version} store={store} edited={edited.data} />
      ) : edited.error !== null ? (
        <ErrorState {...words(edited.error)} onRetry={() => edited.refetch()} />
      ) : (
        <RowSkeletons />
      )}
    </>
  )
}
