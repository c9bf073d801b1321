import type { ApiKey } from '@mostrador/client'
import { useMe } from '../../../session/me/me.ts'
import { useWords } from '../../../ui/words/words.ts'
import { apiKeyTexts } from './texts.ts'

/** The stores that a key acts in, by name. */
export function useStoreNames(): (key: ApiKey) => string {
  const t = useWords(apiKeyTexts)
  const { stores } = useMe()
  return ({ allStores, storeIds }) =>
    allStores
      ? t('all')
      : storeIds.map((id) => stores.find(({ storeId }) => storeId === id)?.name ?? t('otherStore')).join(', ')
}
