import type { Translated } from '../../ui/words/language.ts'
import type { actTexts } from './texts.ts'

export const actEnglish: Translated<typeof actTexts> = {
  reasonHint: 'It is recorded in the audit log.',
  typedName: 'Type “{{name}}” to continue',
}
