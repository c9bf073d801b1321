import { useTranslation } from 'react-i18next'
import { addTexts } from '../../../ui/i18n.ts'
import { inventoryTexts } from './texts.ts'

addTexts('inventory', inventoryTexts)

export function useInventoryWords() {
  return useTranslation('inventory').t
}
