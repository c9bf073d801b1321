import { useTranslation } from 'react-i18next'
import { addTexts } from '../ui/i18n.ts'
import { shopTexts } from './shop-texts.ts'

addTexts('shop', shopTexts)

export function useShopWords() {
  return useTranslation('shop').t
}
