import { useTranslation } from 'react-i18next'
import { addTexts } from '../../ui/i18n.ts'
import { auditTexts } from './texts.ts'

addTexts('audit', auditTexts)

export function useAuditWords() {
  return useTranslation('audit').t
}
