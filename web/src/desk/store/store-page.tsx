import type { ProfileStore } from '@mostrador/client'
import type { ReactNode } from 'react'
import { useStoreChoice } from '../../session/me/store-choice.ts'
import { meTexts } from '../../session/me/texts.ts'
import { EmptyShop } from '../../ui/illustrations/scenes.tsx'
import { EmptyState } from '../../ui/parts/states.tsx'
import { useWords } from '../../ui/words/words.ts'

/** A page about the selected store. Its content is remounted when another store is selected. */
export function StorePage({ children }: { children: (store: ProfileStore) => ReactNode }) {
  const t = useWords(meTexts)
  const store = useStoreChoice()
  if (store === null) {
    return (
      <EmptyState picture={<EmptyShop width={240} />} title={t('noStoreTitle')} hint={t('noStoreHint')} />
    )
  }
  return <div key={store.storeId}>{children(store)}</div>
}
