import type { Translated } from '../../ui/words/language.ts'
import type { recordTexts } from './texts.ts'

export const recordEnglish: Translated<typeof recordTexts> = {
  removeSure: 'Delete “{{name}}”?',
  removeHint: 'This cannot be undone.',
}
