import { useTranslation } from 'react-i18next'
import { addTexts } from '../../../ui/i18n.ts'
import { approvalsTexts } from './texts.ts'

addTexts('approvals', approvalsTexts)

export function useApprovalsWords() {
  return useTranslation('approvals').t
}
