import type { Translated } from '../../ui/words/language.ts'
import type { platformAuditTexts } from './texts.ts'

export const platformAuditEnglish: Translated<typeof platformAuditTexts> = {
  title: 'Audit trail',
  hint: 'Every act on the platform, who did it and what changed.',
  action: 'Act',
  anyAction: 'Any act',
  entity: 'About',
  anyEntity: 'About anything',
  from: 'From',
  until: 'Until',
  onePerson: 'One person only',
  oneRecord: 'One record only',
  oneMerchant: 'One merchant only',
  remove: 'Remove: {{what}}',
  csv: 'Download CSV',
  xlsx: 'Download Excel',
}
