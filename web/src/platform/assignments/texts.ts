import { catalog } from '../../ui/words/words.ts'

export const assignmentTexts = catalog('assignment', {
  assign: 'Asignar comercio',
  assignHint:
    'Quien queda asignado administra solo sus comercios: los demás dejan de existir para esa cuenta, en todas partes.',
  do: 'Asignar',
  email: 'Correo de quien administra',
  merchant: 'Comercio',
  told: '{{name}} quedó con {{merchant}}.',
  end: 'Quitar',
  endTitle: 'Quitar a {{name}} de {{merchant}}',
  endHint: '{{name}} ya no verá este comercio. Conserva los demás que tiene asignados y los suyos.',
  endOwnHint: 'El comercio es de {{name}}: lo seguirá viendo, y sigue sin administrar todos.',
  endLastHint: 'Es su último comercio asignado: sin él, {{name}} vuelve a administrar todos los comercios.',
  ended: '{{name}} ya no está asignado a {{merchant}}.',
  since: 'desde el {{when}}',
  owner: 'Es de esta persona',
  confined: 'Administras solo algunos comercios. Esto lo hace quien administra todos.',
  everyone: 'Todos los comercios',
  some_one: '{{count}} comercio',
  some_other: '{{count}} comercios',
  some_many: '{{count}} comercios',
  ofAdmin: 'Comercios de {{name}}',
  everyoneHint: 'Administra todos los comercios. Con una asignación administraría solo los asignados.',
  someHint: 'Administra solo estos comercios: los suyos y los que tiene asignados.',
  ofMerchantHint:
    'Quienes administran todos los comercios administran también este. Aquí están los asignados a él, y quien es su dueño si también es de administración.',
  empty: 'Nadie está asignado a este comercio',
  emptyHint: 'Asigna a alguien de administración para que atienda solo a sus comercios.',
})
