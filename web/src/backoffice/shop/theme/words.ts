import { useTranslation } from 'react-i18next'
import { addTexts } from '../../../ui/i18n.ts'
import { themeTexts } from './texts.ts'

addTexts('theme', themeTexts)

export function useThemeWords() {
  return useTranslation('theme').t
}
