import { useTranslation } from 'react-i18next'
import { addTexts } from '../ui/i18n.ts'
import { drawerTexts } from './texts.ts'

addTexts('drawer', drawerTexts)

export function useDrawerWords() {
  return useTranslation('drawer').t
}
