import { useTranslation } from 'react-i18next'
import { addTexts } from '../../../ui/i18n.ts'
import { settlementTexts } from './texts.ts'

addTexts('settlement', settlementTexts)

export function useSettlementWords() {
  return useTranslation('settlement').t
}
