import type { Translated } from '../../ui/words/language.ts'
import type { actTexts } from './texts.ts'

export const actEnglish: Translated<typeof actTexts> = {
  reasonHint: 'It is kept in the audit trail.',
  typedName: 'Type “{{name}}” to go on',
}
