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
  endHint: '{{name}} ya no verá este comercio. Conserva los demás que tiene asignados.',
  endLastHint: 'Es su último comercio asignado: sin él, {{name}} vuelve a administrar todos los comercios.',
  ended: '{{name}} ya no está asignado a {{merchant}}.',
  since: 'desde el {{when}}',
  everyone: 'Todos los comercios',
  some_one: '{{count}} comercio',
  some_other: '{{count}} comercios',
  some_many: '{{count}} comercios',
  ofAdmin: 'Comercios de {{name}}',
  everyoneHint: 'Administra todos los comercios. Con una asignación administraría solo los asignados.',
  someHint: 'Administra solo estos comercios.',
  ofMerchantHint:
    'Quienes administran todos los comercios administran también este. Aquí están los asignados a él.',
  empty: 'Nadie está asignado a este comercio',
  emptyHint: 'Asigna a alguien de administración para que atienda solo a sus comercios.',
})
