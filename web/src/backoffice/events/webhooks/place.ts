import type { ProfileStore, Webhook } from '@mostrador/client'
import { useMe } from '../../../session/me/me.ts'
import { useWords } from '../../../ui/words/words.ts'
import { webhookTexts } from './texts.ts'

/** The scope of a webhook in words: one store, or the whole merchant. */
export function usePlace(store: ProfileStore): (webhook: Webhook) => string {
  const t = useWords(webhookTexts)
  const { stores } = useMe()
  return ({ storeId }) => {
    if (storeId === null) return t('merchant')
    if (storeId === store.storeId) return t('thisStore')
    return stores.find((each) => each.storeId === storeId)?.name ?? t('otherStore')
  }
}
