import { useTranslation } from 'react-i18next'
import { addTexts } from '../../../ui/i18n.ts'
import { shiftDeskTexts } from './texts.ts'

addTexts('shiftDesk', shiftDeskTexts)

export function useShiftDeskWords() {
  return useTranslation('shiftDesk').t
}
