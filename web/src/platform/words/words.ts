import { useTranslation } from 'react-i18next'
import { addTexts } from '../../ui/i18n.ts'
import { platformTexts } from './texts.ts'

addTexts('platform', platformTexts)

export function usePlatformWords() {
  return useTranslation('platform').t
}
