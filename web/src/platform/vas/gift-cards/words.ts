import { useTranslation } from 'react-i18next'
import { addTexts } from '../../../ui/i18n.ts'
import { giftCardTexts } from './texts.ts'

addTexts('giftCards', giftCardTexts)

export function useGiftCardWords() {
  return useTranslation('giftCards').t
}
