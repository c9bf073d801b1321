import { useTranslation } from 'react-i18next'
import { addTexts } from '../../../ui/i18n.ts'
import { chipTexts } from './texts.ts'

addTexts('chip', chipTexts)

export function useChipWords() {
  return useTranslation('chip').t
}
