import { catalog } from '../../ui/words/words.ts'

export const actTexts = catalog('act', {
  reasonHint: 'Queda en la auditoría.',
  typedName: 'Escribe “{{name}}” para seguir',
})
