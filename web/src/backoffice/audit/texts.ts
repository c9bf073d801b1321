import { catalog } from '../../ui/words/words.ts'

export const auditPageTexts = catalog('auditPage', {
  title: 'Auditoría',
  hint: 'Lo que cambió en la tienda, quién y cuándo.',
})
