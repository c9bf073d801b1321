import { catalog } from '../../ui/words/words.ts'

export const backupTexts = catalog('backups', {
  title: 'Respaldos',
  state: {
    off: 'Sin respaldos',
    missing: 'Falta el primero',
    old: 'Atrasado',
    behind: 'Cambios sin respaldar',
    good: 'Al día',
  },
  hint: {
    off: 'Este servidor no hace respaldos. Pregunta a quien lo opera si se hacen por otro medio.',
    missing:
      'Todavía no hay ningún respaldo completo. Si sigue así en una hora, avisa a quien opera el servidor.',
    old: 'El último respaldo completo tiene más de un día. Avisa a quien opera el servidor.',
    behind:
      'Los últimos cambios todavía no llegan al respaldo. Si sigue así unos minutos, avisa a quien opera el servidor.',
    good: 'Si el servidor se pierde, se recupera todo hasta la hora que se indica.',
  },
  last: 'Último respaldo completo',
  size: 'Tamaño',
  until: 'Cambios respaldados hasta',
  waiting: 'Por enviar',
})
