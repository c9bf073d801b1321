import { catalog } from '../../ui/words/words.ts'

export const recordTexts = catalog('record', {
  removeSure: '¿Eliminar “{{name}}”?',
  removeHint: 'No se puede deshacer.',
})
