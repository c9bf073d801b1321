import { useTranslation } from 'react-i18next'
import { addTexts } from '../../../ui/i18n.ts'
import { countTexts } from './texts.ts'

addTexts('count', countTexts)

export function useCountWords() {
  return useTranslation('count').t
}
