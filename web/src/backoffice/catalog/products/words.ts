import { useTranslation } from 'react-i18next'
import { addTexts } from '../../../ui/i18n.ts'
import { productTexts } from './texts.ts'

addTexts('product', productTexts)

export function useProductWords() {
  return useTranslation('product').t
}
