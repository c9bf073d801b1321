import { useTranslation } from 'react-i18next'
import { addTexts } from '../../ui/i18n.ts'
import { tillTexts } from './texts.ts'

addTexts('till', tillTexts)

export function useTillWords() {
  return useTranslation('till').t
}
