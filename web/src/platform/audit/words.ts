import { useTranslation } from 'react-i18next'
import { addTexts } from '../../ui/i18n.ts'
import { platformAuditTexts } from './texts.ts'

addTexts('platformAudit', platformAuditTexts)

export function usePlatformAuditWords() {
  return useTranslation('platformAudit').t
}
