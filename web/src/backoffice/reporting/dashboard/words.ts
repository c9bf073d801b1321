import { useTranslation } from 'react-i18next'
import { addTexts } from '../../../ui/i18n.ts'
import { dashboardTexts } from './texts.ts'

addTexts('dashboard', dashboardTexts)

export function useDashboardWords() {
  return useTranslation('dashboard').t
}
