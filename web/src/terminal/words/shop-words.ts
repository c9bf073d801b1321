import { useTranslation } from 'react-i18next'
import { addTexts } from '../../ui/i18n.ts'
import { paperLanguage } from '../../ui/language.ts'
import { shopTexts } from './shop-texts.ts'

addTexts('shop', shopTexts)

export function useShopWords() {
  return useTranslation('shop').t
}

/** For what the customer takes along. */
export function useShopPaperWords() {
  return useTranslation('shop', { lng: paperLanguage }).t
}
