import { useTranslation } from 'react-i18next'
import { addTexts } from '../../../ui/i18n.ts'
import { termsTexts } from './texts.ts'

addTexts('terms', termsTexts)

export function useTermsWords() {
  return useTranslation('terms').t
}
