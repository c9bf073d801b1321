import { catalog } from '../../ui/words/words.ts'

export const platformAuditTexts = catalog('platformAudit', {
  title: 'Auditoría',
  hint: 'Cada acción de la plataforma, quién la hizo y qué cambió.',
  action: 'Acción',
  anyAction: 'Cualquier acción',
  entity: 'Sobre qué',
  anyEntity: 'Sobre cualquier cosa',
})
