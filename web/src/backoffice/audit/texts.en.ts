import type { Translated } from '../../ui/words/language.ts'
import type { auditPageTexts } from './texts.ts'

export const auditPageEnglish: Translated<typeof auditPageTexts> = {
  title: 'Audit trail',
  hint: 'What changed in the store, who did it and when.',
}
