import { useTranslation } from 'react-i18next'
import { addTexts } from '../../ui/i18n.ts'
import { merchantTexts } from './texts.ts'

addTexts('merchant', merchantTexts)

export function useMerchantWords() {
  return useTranslation('merchant').t
}
