import { useTranslation } from 'react-i18next'
import { addTexts } from '../../ui/i18n.ts'
import { workTexts } from './texts.ts'

addTexts('work', workTexts)

export function useWorkWords() {
  return useTranslation('work').t
}
