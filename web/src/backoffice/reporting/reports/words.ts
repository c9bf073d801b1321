import { useTranslation } from 'react-i18next'
import { addTexts } from '../../../ui/i18n.ts'
import { reportTexts } from './texts.ts'

addTexts('report', reportTexts)

export function useReportWords() {
  return useTranslation('report').t
}
