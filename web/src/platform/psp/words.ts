import { useTranslation } from 'react-i18next'
import { addTexts } from '../../ui/i18n.ts'
import { pspTexts } from './texts.ts'

addTexts('psp', pspTexts)

export function usePspWords() {
  return useTranslation('psp').t
}
