import { useTranslation } from 'react-i18next'
import { addTexts } from '../../../ui/i18n.ts'
import { paperLanguage } from '../../../ui/language.ts'
import { ordersTexts } from './texts.ts'

addTexts('orders', ordersTexts)

export function useOrdersWords() {
  return useTranslation('orders').t
}

/** For what the customer takes along. */
export function useOrdersPaperWords() {
  return useTranslation('orders', { lng: paperLanguage }).t
}
