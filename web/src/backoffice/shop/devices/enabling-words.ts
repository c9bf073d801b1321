import { useTranslation } from 'react-i18next'
import { addTexts } from '../../../ui/i18n.ts'
import { enablingTexts } from './enabling-texts.ts'

addTexts('enabling', enablingTexts)

export function useEnablingWords() {
  return useTranslation('enabling').t
}
