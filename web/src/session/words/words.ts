import { useTranslation } from 'react-i18next'
import { addTexts } from '../../ui/i18n.ts'
import { sessionTexts } from './texts.ts'

addTexts('session', sessionTexts)

export function useSessionWords() {
  return useTranslation('session').t
}
