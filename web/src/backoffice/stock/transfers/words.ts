import { useTranslation } from 'react-i18next'
import { addTexts } from '../../../ui/i18n.ts'
import { transferTexts } from './texts.ts'

addTexts('transfer', transferTexts)

export function useTransferWords() {
  return useTranslation('transfer').t
}
