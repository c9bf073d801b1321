import { useTranslation } from 'react-i18next'
import { addTexts } from '../ui/i18n.ts'
import { refundWayTexts } from './texts.ts'

addTexts('refundWay', refundWayTexts)

export function useRefundWayWords() {
  return useTranslation('refundWay').t
}
