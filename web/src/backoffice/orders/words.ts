import { useTranslation } from 'react-i18next'
import { addTexts } from '../../ui/i18n.ts'
import { ordersTexts } from './texts.ts'

addTexts('orders', ordersTexts)

export function useOrdersWords() {
  return useTranslation('orders').t
}
