import { useTranslation } from 'react-i18next'
import { addTexts } from '../ui/i18n.ts'
import { approveHereTexts } from './texts.ts'

addTexts('approveHere', approveHereTexts)

export function useApproveHereWords() {
  return useTranslation('approveHere').t
}
