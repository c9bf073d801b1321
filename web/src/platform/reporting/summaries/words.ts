import { useTranslation } from 'react-i18next'
import { addTexts } from '../../../ui/i18n.ts'
import { summaryTexts } from './texts.ts'

addTexts('summaries', summaryTexts)

export function useSummaryWords() {
  return useTranslation('summaries').t
}
