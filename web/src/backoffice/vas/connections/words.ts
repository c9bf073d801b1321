import { useTranslation } from 'react-i18next'
import { addTexts } from '../../../ui/i18n.ts'
import { connectionTexts } from './texts.ts'

addTexts('connection', connectionTexts)

export function useConnectionWords() {
  return useTranslation('connection').t
}
