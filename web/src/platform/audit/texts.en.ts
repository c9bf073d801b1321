import type { Translated } from '../../ui/words/language.ts'
import type { platformAuditTexts } from './texts.ts'

export const platformAuditEnglish: Translated<typeof platformAuditTexts> = {
  title: 'Audit trail',
  hint: 'Every action on the platform, who did it and what changed.',
  action: 'Action',
  anyAction: 'Any action',
  entity: 'Subject',
  anyEntity: 'Any subject',
}
