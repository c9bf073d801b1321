import { useTranslation } from 'react-i18next'
import { addTexts } from '../../ui/i18n.ts'
import { backofficeTexts } from './texts.ts'

addTexts('backoffice', backofficeTexts)

export function useBackofficeWords() {
  return useTranslation('backoffice').t
}
