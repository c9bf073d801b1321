import { useTranslation } from 'react-i18next'
import { addTexts } from '../i18n.ts'
import { scannerTexts } from './texts.ts'

addTexts('scanner', scannerTexts)

export function useScannerWords() {
  return useTranslation('scanner').t
}
