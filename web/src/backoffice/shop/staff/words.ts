import { useTranslation } from 'react-i18next'
import { addTexts } from '../../../ui/i18n.ts'
import { staffTexts } from './texts.ts'

addTexts('staff', staffTexts)

export function useStaffWords() {
  return useTranslation('staff').t
}
