import { useTranslation } from 'react-i18next'
import { addTexts } from '../../../ui/i18n.ts'
import { depositTexts } from './texts.ts'

addTexts('deposit', depositTexts)

export function useDepositWords() {
  return useTranslation('deposit').t
}
