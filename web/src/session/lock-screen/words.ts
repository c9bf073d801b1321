import { useTranslation } from 'react-i18next'
import { addTexts } from '../../ui/i18n.ts'
import { lockTexts } from './texts.ts'

addTexts('lock', lockTexts)

export function useLockWords() {
  return useTranslation('lock').t
}
